/** A fault of a call as its reader is told of it: in English at once, else when its words are loaded. */
import { CallFault } from './client';
import { useLanguage } from './language/language';
import type { Reader } from './language/languages';
import { isSharedText, sharedTexts } from './language/shared-texts';
import { textIn } from './language/text-table';
import { useLoaded } from './loading';
import type { Told } from './refusals/refusal-row';

/** Undefined while its words are loaded. */
export function useTold(fault: Error): Told | undefined {
	const reader = useLanguage();
	const { loaded } = useLoaded(`${reader.language} ${fault.message}`, () => toldIn(fault, reader));
	return toldAtOnce(fault, reader) ?? (loaded.state === 'loaded' ? loaded.value : undefined);
}

/** In a sentence of the page. */
export function ToldText({ fault }: { readonly fault: Error }) {
	const { happened, change } = useTold(fault) ?? nothing;
	return <>{`${happened} ${change}`.trim()}</>;
}

/** A refusal that the server keeps with a record, in one text; empty while its words are loaded. */
export function useKeptRefusal(said: string): string {
	const { happened, change } = useTold(new CallFault('refused', said, '')) ?? nothing;
	return `${happened} ${change}`.trim();
}

const nothing: Told = { happened: '', change: '' };

export async function toldIn(fault: Error, reader: Reader): Promise<Told> {
	const atOnce = toldAtOnce(fault, reader);
	if (atOnce !== undefined) return atOnce;
	const { code = '', args = [] }: Partial<CallFault> = fault;
	const words = await import('./refusals/refusals').catch(() => {
		// The server that refuses may be away before it has given the words.
	});
	return words?.refusalIn({ ...asItIs(fault), code, args }, reader) ?? asItIs(fault);
}

/** English, what the page says itself, and what it never has words for. */
function toldAtOnce(fault: Error, reader: Reader): Told | undefined {
	const { happened, change } = asItIs(fault);
	if (isSharedText(happened))
		return { happened: shared(happened, reader), change: shared(change, reader) };
	const needsNoWords = reader.language === 'English' || happened === '';
	return needsNoWords || !(fault instanceof CallFault) ? { happened, change } : undefined;
}

function asItIs(fault: Error): Told {
	return { happened: fault.message, change: fault instanceof CallFault ? fault.change : '' };
}

function shared(name: string, { language, locale }: Reader): string {
	if (!isSharedText(name)) return name;
	return textIn(sharedTexts, { language, name }, { values: {}, locale });
}
