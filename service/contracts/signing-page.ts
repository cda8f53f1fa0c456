/**
 * The pages behind the link in a signer's mail, as text. They work without scripts, by keyboard,
 * with a screen reader and on a phone. What they show comes from a signing request; whether
 * something may be signed is decided elsewhere.
 */
import { markup, utcText, type Markup } from '../html/markup';
import type { SigningRequest } from './sign-link';

/** What went wrong with a form that was sent, and what to do about it. */
export interface Problem {
	readonly happened: string;
	readonly change: string;
}

/** The form to sign with; after a form that could not be accepted, with the reason on top. */
export function signingPage(request: SigningRequest, problem?: Problem): string {
	const { contractName, ownerEmail, fileName, address, expiresAt, lastSignatureAt } = request;
	const body = markup`${problem === undefined ? markup`` : alert(problem)}
<p><strong><bdi>${ownerEmail}</bdi></strong> asks you, <bdi>${address}</bdi>, to sign this contract.</p>
<form method="post" enctype="multipart/form-data">
${contractField(fileName, 'contract')}
<div class="field">
<label for="signature">Your signature</label>
<p id="signature-hint">An image of your signature, for example a photo or a scan.</p>
<input type="file" id="signature" name="signature" accept="image/*" required aria-describedby="signature-hint">
</div>
<button type="submit">Sign</button>
</form>
${lastSignatureAt === undefined ? markup`` : reuseForm(fileName, lastSignatureAt)}
<p class="small">Signing cannot be undone. The link works until ${utcText(expiresAt)} and for you alone. If you do not want to sign, simply close this page.</p>`;
	return page(markup`Sign “<bdi>${contractName}</bdi>”`, `Sign ${contractName}`, body);
}

function contractField(fileName: string, id: string): Markup {
	return markup`<div class="field">
<label for="${id}">The contract</label>
<p id="${id}-hint">The file <bdi><code>${fileName}</code></bdi>, exactly as you received it. It is compared with the recorded one, so that everybody signs the very same file.</p>
<input type="file" id="${id}" name="contract" required aria-describedby="${id}-hint">
</div>`;
}

function reuseForm(fileName: string, lastSignatureAt: string): Markup {
	return markup`<h2>Or use your last signature</h2>
<p>You gave a signature on ${utcText(lastSignatureAt)}. You can sign with it again.</p>
<form method="post" enctype="multipart/form-data">
${contractField(fileName, 'contract-again')}
<input type="hidden" name="reuseLastSignature" value="true">
<button type="submit" class="second">Sign with my last signature</button>
</form>`;
}

function alert({ happened, change }: Problem): Markup {
	return markup`<div class="alert" role="alert"><strong>${happened}</strong> ${change}</div>`;
}

/** After the signature of this very form. */
export function signedPage({ contractName, ownerEmail }: SigningRequest): string {
	return page(
		markup`Thank you`,
		`Signed: ${contractName}`,
		markup`<div class="done" role="status"><strong>You have signed <bdi>${contractName}</bdi>.</strong></div>
<p>Your signature is recorded, and <bdi>${ownerEmail}</bdi> can see it. There is nothing more to do; you can close this page.</p>`,
	);
}

/** For a link whose signer has signed before. */
export function alreadySignedPage({ contractName, signedAt }: SigningRequest): string {
	const when = signedAt === undefined ? '' : ` on ${utcText(signedAt)}`;
	return page(
		markup`Already signed`,
		`Already signed: ${contractName}`,
		markup`<div class="done" role="status"><strong>You have signed <bdi>${contractName}</bdi>${when}.</strong></div>
<p>Each signer signs once. There is nothing more to do; you can close this page.</p>`,
	);
}

export function expiredPage({ contractName, ownerEmail, expiresAt }: SigningRequest): string {
	return page(
		markup`This link has expired`,
		`Expired: ${contractName}`,
		markup`<p>The link to sign <bdi>${contractName}</bdi> worked until ${utcText(expiresAt)}.</p>
<p>Ask <bdi>${ownerEmail}</bdi> to send you the contract for signing again.</p>`,
	);
}

export function unknownLinkPage(): string {
	return page(
		markup`This link does not work`,
		'Unknown link',
		markup`<p>There is nothing to sign at this address.</p>
<p>Open the link from the mail once more, or copy it in full: a line break may have cut off its end. If it still does not work, ask the sender of the contract.</p>`,
	);
}

/** For a request that could not be handled at all. */
export function problemPage({ happened, change }: Problem): string {
	return page(
		markup`That did not work`,
		'That did not work',
		markup`<div class="alert" role="alert"><strong>${happened}</strong> ${change}</div>`,
	);
}

const style = markup`<style>
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6472; --page: #f5f6f8; --paper: #fff;
--line: #c9d0da; --accent: #1f5fd0; --on-accent: #fff; --red: #fdeaea; --red-ink: #8c1616;
--green: #e6f5ec; --green-ink: #125c31; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a5afbf; --page: #14181f;
--paper: #1d2430; --line: #465062; --accent: #8ab4ff; --on-accent: #10203d; --red: #43262b;
--red-ink: #ffb4b4; --green: #1d3a2a; --green-ink: #9be0b8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
main { max-width: 36rem; margin: 2.5rem auto; padding: 2rem; background: var(--paper); border-radius: 14px;
box-shadow: 0 1px 3px rgb(0 0 0 / .12); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.15rem; }
.field { margin: 1.25rem 0; }
label { font-weight: 600; display: block; }
.field p { margin: .15rem 0 .5rem; color: var(--soft); font-size: .95rem; }
input[type=file] { display: block; width: 100%; padding: .7rem; border: 1px dashed var(--line); border-radius: 10px;
font: inherit; color: inherit; background: var(--page); }
button { font: inherit; font-weight: 600; padding: .7rem 1.75rem; border-radius: 10px; cursor: pointer;
border: 2px solid var(--accent); background: var(--accent); color: var(--on-accent); }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { background: var(--page); padding: .1rem .35rem; border-radius: 4px; font-size: .9em; }
.alert, .done { padding: .9rem 1.1rem; border-radius: 10px; margin-bottom: 1.25rem; border-left: 5px solid currentColor; }
.alert { background: var(--red); color: var(--red-ink); } .done { background: var(--green); color: var(--green-ink); }
.small { color: var(--soft); font-size: .9rem; margin: 1.75rem 0 0; }
@media (max-width: 40rem) { main { margin: 0; border-radius: 0; min-height: 100vh; padding: 1.25rem; } button { width: 100%; } }
</style>`;

function page(heading: Markup, title: string, body: Markup): string {
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${style}
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`.text;
}
