/**
 * The mail that asks a signer for a signature: whose contract it is, what it is called, what to
 * have at hand, and the link. Pure text; the outbox delivers it.
 */
import { markup, utcText } from '../html/markup';
import type { Mail } from '../mail/outbox';

export interface SignatureRequest {
	readonly address: string;
	readonly contractName: string;
	readonly fileName: string;
	readonly ownerEmail: string;
	readonly link: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

export function signatureRequestMail(request: SignatureRequest): Mail {
	return {
		recipient: request.address,
		subject: `Please sign "${request.contractName}"`,
		text: textBody(request),
		html: htmlBody(request),
	};
}

function textBody({
	contractName,
	fileName,
	ownerEmail,
	link,
	expiresAt,
}: SignatureRequest): string {
	return `Hello,

${ownerEmail} asks you to sign the contract "${contractName}".

You need two files:
- the contract itself, exactly as you received it from ${ownerEmail} (${fileName})
- an image of your signature

Open this link, choose both files and press "Sign":
${link}

The link is yours alone: anyone who has it can sign in your name, so do not pass it on.
It works until ${utcText(expiresAt)}. You need no account.

If you do not know the sender or do not want to sign, you can ignore this mail.
`;
}

function htmlBody({
	contractName,
	fileName,
	ownerEmail,
	link,
	expiresAt,
}: SignatureRequest): string {
	return markup`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:22px">Please sign “<bdi>${contractName}</bdi>”</h1>
<p><strong><bdi>${ownerEmail}</bdi></strong> asks you to sign this contract. You need two files:</p>
<ul>
<li>the contract itself, exactly as you received it (<bdi>${fileName}</bdi>)</li>
<li>an image of your signature</li>
</ul>
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 24px;background:#1f5fd0;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600">Open the contract to sign</a></p>
<p>The link is yours alone: anyone who has it can sign in your name, so do not pass it on. It works until ${utcText(expiresAt)}. You need no account.</p>
<p style="color:#5b6472;font-size:14px">If you do not know the sender or do not want to sign, you can ignore this mail. If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${link}</span></p>
</div>
</body>
</html>
`.text;
}
