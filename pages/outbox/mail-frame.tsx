/**
 * Shows the HTML of a mail in a sandboxed frame: no scripts, no forms, no access to this page or
 * its server. Links open in a new tab.
 */
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../parts/language/texts';
import { texts } from './texts';

/** The only place of the page that makes HTML of text; the frame runs nothing. */
interface Policies {
	createPolicy(
		name: 'mail-frame',
		rules: { createHTML: (html: string) => string },
	): { createHTML(html: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy('mail-frame', { createHTML: (html) => html });

export function MailFrame({ html }: { readonly html: string }) {
	const say = useTexts(texts);
	const frame = useRef<HTMLIFrameElement>(null);
	useEffect(() => {
		if (frame.current !== null) frame.current.srcdoc = policy?.createHTML(html) ?? html;
	}, [html]);
	return (
		<iframe
			ref={frame}
			class="mail"
			title={say('The mail as its recipient sees it')}
			sandbox="allow-popups allow-popups-to-escape-sandbox"
			referrerpolicy="no-referrer"
		/>
	);
}
