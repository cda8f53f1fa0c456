/**
 * Maps a failed SMTP attempt to the outcome for its mail:
 *
 *   answer                                     outcome
 *   5xx to RCPT TO or DATA                     refused: this mail will never be accepted
 *   552 to MAIL FROM, or the size announced    refused: it is too large
 *   4xx to MAIL FROM, RCPT TO or DATA          later
 *   another 5xx to MAIL FROM                   unreachable: the server accepts nothing from this sender
 *   log-in or TLS that fails                   unreachable
 *   no answer                                  unanswered: a connection test decides
 */
export interface SmtpFault {
	/** Code of nodemailer, such as EENVELOPE. */
	readonly code?: string;
	/** Command that was answered, such as RCPT TO. */
	readonly command?: string;
	/** Three digits. */
	readonly responseCode?: number;
}

export type SmtpMeaning = 'refused' | 'later' | 'unreachable' | 'unanswered';

const ofServer = ['EAUTH', 'ENOAUTH', 'ETLS', 'EDNS', 'EREQUIRETLS'];
const ofMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
const tooLarge = 552;

export function meaningOf({ code = '', command = '', responseCode }: SmtpFault): SmtpMeaning {
	if (ofServer.includes(code)) return 'unreachable';
	const isOfMail = ofMail.includes(command);
	// No response: the client itself refused to send the address or the size.
	if (responseCode === undefined) {
		return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'unanswered';
	}
	if (!isOfMail) return 'unanswered';
	if (responseCode < 500) return 'later';
	return command === 'MAIL FROM' && responseCode !== tooLarge ? 'unreachable' : 'refused';
}
