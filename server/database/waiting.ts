/** Starts a program whose database is away: it is waited for, as it is while the program runs. */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from './unavailable';

const pauseMsMin = 500;
const pauseMsMax = 10_000;

/** `tell` is called with a sentence each time that the reason is another. */
export async function whenDatabaseAnswers<Opened>(
	open: () => Promise<Opened>,
	tell: (sentence: string) => void,
): Promise<Opened> {
	let told = '';
	for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
		try {
			return await open();
		} catch (fault) {
			if (!(fault instanceof DatabaseUnavailable) || fault.shortage !== 'AWAY') throw fault;
			const sentence = `Waiting: ${fault.message} (${reasonOf(fault.cause)})`;
			if (sentence !== told) tell(sentence);
			told = sentence;
			await pause(pauseMs);
		}
	}
}

/** Without what a connection string holds. */
function reasonOf(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	const { code, message } = cause as NodeJS.ErrnoException;
	return message === '' ? String(code) : message;
}
