/**
 * The HTML of a mail in a frame of its own: without scripts, forms, and anything of this page or its
 * server. A link in it opens beside the page.
 */
import { useEffect, useRef } from 'preact/hooks';

/** The one way of this page to make HTML of a text; it ends in a frame that runs nothing. */
interface Policies {
	createPolicy(
		name: 'mail-frame',
		rules: { createHTML: (html: string) => string },
	): { createHTML(html: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
const policy = trustedTypes?.createPolicy('mail-frame', { createHTML: (html) => html });

export function MailFrame({ html }: { readonly html: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	useEffect(() => {
		if (frame.current !== null) frame.current.srcdoc = policy?.createHTML(html) ?? html;
	}, [html]);
	return (
		<iframe
			ref={frame}
			class="mail"
			title="The mail as its recipient sees it"
			sandbox="allow-popups allow-popups-to-escape-sandbox"
			referrerpolicy="no-referrer"
		/>
	);
}
