/** The page at `/documents`: documents, versions, comparisons and approvals. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { LanguageProvider } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { DocumentList, FolderList, Products } from './choosing';
import { DocumentPage, isPart } from './document-page';
import { SessionGate } from './session';
import { texts } from './texts';

function Documents() {
	const { path } = usePlace();
	const say = useTexts(texts);
	const [, , productId] = path.split('/');
	const parts = [
		{ to: '/documents', name: say('Keepers') },
		...(productId === undefined ? [] : [{ to: `/documents/${productId}`, name: say('Folders') }]),
	];
	return (
		<ConsoleFrame name={say('Documents')} parts={parts} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
	const say = useTexts(texts);
	const [, , productId, kind, id, part = 'timeline', sub, rest] = path.split('/');
	if (productId === undefined) return <Products />;
	if (kind === undefined) return <FolderList productId={productId} />;
	if (id !== undefined && rest === undefined) {
		const place = { productId, fileId: id };
		if (kind === 'folders') return <DocumentList productId={productId} folderId={id} />;
		if (kind === 'files' && sub === undefined && isPart(part))
			return <DocumentPage place={place} part={part} />;
		if (kind === 'files' && sub !== undefined && part === 'comparisons')
			return <DocumentPage place={place} part={{ comparisonId: sub }} />;
	}
	return <NoSuchPage to="/documents" name={say('To the keepers')} />;
}

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<Documents />
	</LanguageProvider>,
	document.body,
);
