import { CommandFault } from './command-fault';

const daysMax = 36_500;

export const lifetimeOption = {
	lifetimeDays: {
		value: 'DAYS|never',
		meaning: 'how long it works; as it is set when left out',
	},
} as const;

/** Days until the key expires; undefined for one that never does. */
export function lifetimeOf(
	text: string | undefined,
	usualDays: number | undefined,
): number | undefined {
	if (text === undefined) return usualDays;
	if (text === 'never') return undefined;
	const days = Number(text);
	if (/^\d+$/.test(text) && days >= 1 && days <= daysMax) return days;
	throw new CommandFault(`--lifetime-days must be never or a whole number from 1 to ${daysMax}`);
}
