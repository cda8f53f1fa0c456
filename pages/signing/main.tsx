/** The page at `/sign/…`, which the link of a mail opens: a contract to read, sign or decline. */
import { render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { CallFault } from '../parts/client';
import { Frame, Heading } from '../parts/frame';
import { LanguageProvider } from '../parts/language/language';
import { LanguageChoice } from '../parts/language/language-choice';
import { lineOf } from '../parts/person-text';
import { Closed } from './closed';
import { CodeForm } from './code-form';
import { ContractView } from './document/contract-view';
import { FieldBar } from './document/field-bar';
import { useFields } from './document/fields';
import { useLink, type Link, type Request } from './link/link';
import { Outcome } from './outcome';
import { Parties } from './parties';
import { SignForm } from './sign-form';
import { TroubleNotice } from './link/trouble';
import type { Wording } from './texts/texts';
import { useWords } from './texts/words';

function Signing() {
	const link = useLink();
	return (
		<LanguageProvider
			name="language of the signing page"
			storage="sessionStorage"
			told={(link.request ?? link.code)?.language}
		>
			<Page {...link} />
		</LanguageProvider>
	);
}

function Page(link: Link) {
	const { text } = useWords();
	return (
		<Frame name="Signing" parts={[]} isNarrow skip={text('skip')} beside={<LanguageChoice />}>
			<Part {...link} />
		</Frame>
	);
}

function Part({ request, code, fault, again, show }: Link) {
	const { text } = useWords();
	if (code !== undefined) return <CodeForm asked={code} onConfirmed={again} />;
	if (request === undefined) {
		if (fault === undefined) return <p role="status">{text('loading')}</p>;
		return <Unread fault={fault} again={again} />;
	}
	if (request.files === undefined) return <Closed request={request} />;
	const link = { request, code, fault, again, show };
	return <Contract {...link} files={request.files} />;
}

interface ContractProps extends Link {
	readonly request: Request;
	readonly files: NonNullable<Request['files']>;
}

function Contract({ request, files, fault, again, show }: ContractProps) {
	const fields = useFields(request);
	const words = useWords();
	const { text } = words;
	const isAsked = request.state === 'Asked';
	const approves = request.role === 'Approver';
	return (
		<>
			<Brand brand={request.brand} />
			<Heading>{headingOf(request, words)}</Heading>
			{fault !== undefined && <TroubleNotice trouble={fault} again={again} />}
			{!isAsked && <Outcome request={request} />}
			<Parties request={request} />
			{isAsked && (
				<p>
					<a href="#sign">{text(approves ? 'toApprove' : 'toSign')}</a>
				</p>
			)}
			<ContractView files={files} fields={fields} />
			<FieldBar fields={fields} end={text(approves ? 'toApproval' : 'toSignature')} />
			{isAsked && <SignForm request={request} fields={fields} onDone={show} onEnded={again} />}
		</>
	);
}

/** The logo, and the colour of buttons: set by the page itself, as its policy lets no text hold a style. */
function Brand({ brand = { name: '' } }: Pick<Request, 'brand'>) {
	const { name, colour, textColour, logoId, logoWidth, logoHeight } = brand;
	useLayoutEffect(() => {
		const { style } = document.documentElement;
		for (const [property, value] of [
			['--button', colour],
			['--on-button', textColour],
		] as const) {
			if (value === undefined) style.removeProperty(property);
			else style.setProperty(property, value);
		}
	}, [colour, textColour]);
	if (logoId === undefined) return null;
	return (
		<p>
			<img
				class="logo"
				src={`/logos/${logoId}`}
				alt={lineOf(name)}
				width={Number(logoWidth)}
				height={Number(logoHeight)}
			/>
		</p>
	);
}

function Unread({ fault, again }: { readonly fault: Error; readonly again: () => void }) {
	const { text } = useWords();
	const isUnknown = fault instanceof CallFault && fault.code === 'Sealer_LinkUnknown';
	return (
		<>
			<Heading>{text(isUnknown ? 'unknownLink' : 'notShown')}</Heading>
			<TroubleNotice trouble={fault} again={isUnknown ? undefined : again} />
		</>
	);
}

function headingOf({ state, role, displayName }: Request, { text }: Wording): string {
	const name = lineOf(displayName);
	switch (state) {
		case 'Asked':
			return text(role === 'Approver' ? 'headApprove' : 'headSign', { name });
		case 'Signed':
			return text('headSigned', { name });
		case 'Approved':
			return text('headApproved', { name });
		case 'Copy':
			return text('headCopy', { name });
		case 'Waiting':
		case 'Declined':
			return text('quoted', { name });
	}
}

render(<Signing />, document.body);
