/**
 * The pages behind the link in a signer's mail, as text. They work without scripts, by keyboard,
 * with a screen reader and on a phone. What they show comes from a signing request; whether
 * something may be signed is decided elsewhere.
 */
import { markup, utcText, type Markup } from '../html/markup';
import { alert, page, type Problem } from '../html/page';
import type { SigningRequest } from './sign-link';

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

export function revokedPage({ contractName, ownerEmail }: SigningRequest): string {
	return page(
		markup`This link was revoked`,
		`Revoked: ${contractName}`,
		markup`<p>The link to sign <bdi>${contractName}</bdi> was taken back and works no more. Nothing was signed by it.</p>
<p>If you did not expect that, ask <bdi>${ownerEmail}</bdi>.</p>`,
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
