/** What an answer of a mail server means for the mail, by the table. */
import { meaningOf, type SmtpFault } from '../../../service/mail/smtp-answers';

test.each<[string, SmtpFault, string]>([
	['an unknown recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused'],
	['greylisting', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }, 'later'],
	['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452 }, 'later'],
	['spam', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused'],
	['a busy server', { code: 'EMESSAGE', command: 'DATA', responseCode: 421 }, 'later'],
	['a sender it wants nothing of', { command: 'MAIL FROM', responseCode: 550 }, 'unreachable'],
	['a log-in it misses', { command: 'MAIL FROM', responseCode: 530 }, 'unreachable'],
	['a size it does not take', { command: 'MAIL FROM', responseCode: 552 }, 'refused'],
	['a size it has announced', { code: 'EMESSAGE', command: 'MAIL FROM' }, 'refused'],
	['an address nobody can have', { code: 'EENVELOPE', command: 'API' }, 'refused'],
	['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, 'unreachable'],
	['no TLS', { code: 'ETLS', command: 'STARTTLS' }, 'unreachable'],
	['a name that is not known', { code: 'EDNS', command: 'CONN' }, 'unreachable'],
	[
		'a greeting that refuses',
		{ code: 'EPROTOCOL', command: 'CONN', responseCode: 554 },
		'unanswered',
	],
	['a line that broke', { code: 'ECONNECTION', command: 'CONN' }, 'unanswered'],
	['silence', { code: 'ETIMEDOUT', command: 'CONN' }, 'unanswered'],
	['anything else', {}, 'unanswered'],
])('%s', (_what, fault, meaning) => {
	expect(meaningOf(fault)).toBe(meaning);
});
