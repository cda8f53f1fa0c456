/** The page at `/documents`: documents, versions, comparisons and approvals. */
import { render } from 'preact';
import { ConsoleFrame } from '../parts/session/console-frame';
import { NoSuchPage } from '../parts/no-such-page';
import { usePlace } from '../parts/router';
import { DocumentList, FolderList, Products } from './choosing';
import { DocumentPage, isPart } from './document-page';
import { SessionGate } from './session';

function Documents() {
	const { path } = usePlace();
	const [, , productId] = path.split('/');
	const parts = [
		{ to: '/documents', name: 'Keepers' },
		...(productId === undefined ? [] : [{ to: `/documents/${productId}`, name: 'Folders' }]),
	];
	return (
		<ConsoleFrame name="Documents" parts={parts} current={path}>
			<SessionGate>
				<Part path={path} />
			</SessionGate>
		</ConsoleFrame>
	);
}

function Part({ path }: { readonly path: string }) {
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
	return <NoSuchPage to="/documents" name="To the keepers" />;
}

render(<Documents />, document.body);
