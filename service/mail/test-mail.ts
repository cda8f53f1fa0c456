/** The mail by which an administrator sees whether mails leave, and how they look. */
import { markup } from '../../server/html/markup';
import { buttonStyle, logoPlace } from './dressing';
import type { Mail } from './mail';

export function testMail(
	to: { readonly organisationId: string; readonly recipient: string },
	publicUrl: string,
): Mail {
	const says = 'This is a test of the mails of your organisation. It has arrived.';
	return {
		...to,
		subject: 'A test of your mails',
		text: `${says}\n\n${publicUrl}/console/settings\n`,
		html: markup`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 system-ui,sans-serif;color:#1d2430">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${logoPlace}<p>${says}</p>
<p style="margin:24px 0"><a href="${publicUrl}/console/settings" target="_blank" rel="noreferrer" ${buttonStyle}>Back to the settings</a></p>
</div>
</body>
</html>
`.text,
	};
}
