/**
 * What can be refused to who came by a link is told in the language of the page: every code that the
 * description names has a text, and what the service says of a link, a picture or a field is understood.
 */
import type { EndpointDescription } from '../../../api/language/description';
import { errors, type ErrorCode, type ErrorDescription } from '../../../api/errors';
import { signing } from '../../../api/sealer/signing';
import { generalRefusals } from '../../../pages/parts/refusals/general-refusals';
import type { RefusalRow } from '../../../pages/parts/refusals/refusal-row';
import { linkFaults, refusalText } from '../../../pages/signing/texts/refusals';
import { languageNames, languages, type Language } from '../../../pages/parts/language/languages';
import { textsIn, wordingIn } from '../../../pages/signing/texts/texts';
import { codesOf } from '../../../server/http/routing/endpoints';
import { Refusal } from '../../../server/refusal';
import { checkedText } from '../../../service/contracts/fields/texts';
import { signaturePicture } from '../../../service/contracts/signatures/signature-image';

const byLink = Object.values<EndpointDescription>(signing).filter(
	({ caller }) => caller === 'LINK',
);
const codes = [...new Set(byLink.flatMap(codesOf))];
const wording = (language: Language) => wordingIn(language, languages[language].locale);

function told(code: string, args: readonly unknown[], language: Language): string {
	const { happened, change } = refusalText({ code, args }, wording(language));
	return `${happened} ${change}`;
}

test('every code that a link can be answered with has a text, and no other has', () => {
	expect(codes.length).toBeGreaterThan(30);
	const own = Object.keys(linkFaults);
	const ofAll = Object.entries<RefusalRow>(generalRefusals).filter(([, row]) => row.length === 3);
	const others = ['unreachable'];
	expect([...own, ...ofAll.map(([code]) => code)].sort()).toEqual([...codes, ...others].sort());
});

describe.each(languageNames)('in %s', (language) => {
	const { serviceFault } = textsIn[language];

	test.each(codes)('%s is told in its words, with what it names', (code) => {
		const { example }: ErrorDescription = errors[code];
		const text = told(code, example, language);
		expect(text).toMatch(/^\S[^{}]+[.)] \S[^{}]+\.$/);
		expect(text).not.toMatch(/undefined|NaN/);
		if (code !== 'Core_Unhandled') expect(text).not.toContain(serviceFault);
		if (language !== 'English') expect(isInEnglish(text, code)).toBe(false);
	});
});

/** Words of the service's own sentence, without what is put into it. */
function isInEnglish(text: string, code: ErrorCode): boolean {
	const { happened, change }: ErrorDescription = errors[code];
	const words = `${happened} ${change}`.split(/[^a-zA-Z]+/).filter((word) => word.length > 5);
	const inFrench = ['signature', 'document', 'service', 'signer'];
	return words.some((word) => !inFrench.includes(word) && new RegExp(`\\b${word}\\b`).test(text));
}

test('names the limit, the field, the time and the number', () => {
	expect(told('Request_TooLarge', ['signature', 16_777_216], 'German')).toBe(
		'Das Bild ist größer als 16,8 MB. Wählen Sie ein kleineres.',
	);
	expect(told('Request_TooLarge', ['body', 65_536], 'French')).toBe(
		'L’envoi dépasse 65,5\u202fko. Écrivez moins et réessayez.',
	);
	expect(told('Request_TooMany', [1], 'German')).toMatch(/1 Sekunde und/);
	expect(told('Request_TooMany', [12], 'French')).toMatch(/12 secondes et/);
	expect(told('Request_Invalid', ['reason', 'must be shorter'], 'German')).toMatch(/: der Grund\./);
	expect(told('Sealer_FieldsMissing', ['Town, Name'], 'French')).toMatch(/: Town, Name\./);
	expect(told('Core_Unhandled', ['req-2f'], 'German')).toMatch(/die Nummer req-2f\.$/);
	expect(told('Sealer_OfTomorrow', [], 'German')).toMatch(/^Das konnte der Dienst nicht tun\./);
});

test('says what the service says of a link and of a contract that have ended', () => {
	const ofLink = ['has expired', 'was revoked', 'was replaced by a newer one'];
	expect(ofLink.map((said) => told('Sealer_LinkEnded', [said], 'German').split('.')[0])).toEqual([
		'Der Link gilt nicht mehr: Seine Zeit ist um',
		'Der Link gilt nicht mehr: Er wurde zurückgenommen',
		'Der Link gilt nicht mehr: Es gibt einen neueren',
	]);
	const ofContract = ['declined', 'cancelled', 'expired'];
	expect(ofContract.map((said) => told('Sealer_ContractEnded', [said], 'French'))).toEqual([
		expect.stringContaining('il a été refusé'),
		expect.stringContaining('il a été retiré'),
		expect.stringContaining('son délai est écoulé'),
	]);
});

async function refusalOf(work: () => unknown): Promise<readonly [string, readonly unknown[]]> {
	try {
		await work();
	} catch (fault) {
		if (fault instanceof Refusal) return [fault.code, fault.args];
		throw fault;
	}
	throw new Error('it was taken');
}

test('says what the service finds wrong with a picture and with a field', async () => {
	const dot = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150" width="300" height="150"><circle cx="90" cy="90" r="2"/></svg>`;
	const strokes = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0"/>'.repeat(5001)}</svg>`;
	const png = Buffer.from('89504e470d0a1a0a', 'hex');
	const picture = (bytes: Buffer | string) => () =>
		signaturePicture('signature', Buffer.from(bytes as string));
	const name = { name: 'Stadt', type: 'Name' } as const;
	const rent = { name: 'Miete', type: 'Number', min: '0.5', max: '2000' } as const;
	const found = [
		picture('no picture'),
		picture(png),
		picture(dot),
		picture(strokes),
		picture(dot.replace(/<circle.*\/>/, '')),
		() => checkedText(name, 'x'.repeat(101)),
		() => checkedText(name, 'a\nb'),
		() => checkedText(name, 'Łódź 張'),
		() => checkedText({ name: 'Ja', type: 'Checkbox' }, 'yes'),
		() => checkedText(rent, 'viel'),
		() => checkedText(rent, '0'),
		() => checkedText(rent, '1e3'),
		() => checkedText(rent, '2000.01'),
	];
	const texts = [];
	for (const work of found) {
		const [code, args] = await refusalOf(work);
		texts.push(told(code, args, 'German').split('.')[0]);
	}
	const picked = 'Ihre Unterschrift wurde nicht angenommen: Sie';
	expect(texts).toEqual([
		`${picked} ist kein PNG, JPEG, WebP oder gezeichnetes SVG`,
		`${picked} ist beschädigt oder unvollständig`,
		`${picked} zeigt einen Punkt und keinen Strich einer Unterschrift`,
		`${picked} hat zu viele Striche`,
		`${picked} zeigt nichts auf ihrem Papier`,
		'Das Feld „Stadt“ fasst höchstens 100 Zeichen',
		'Das Feld „Stadt“ fasst eine Zeile lesbaren Text',
		'Das Feld „Stadt“ hat Zeichen, die das unterschriebene Dokument nicht zeigen kann: 張 (U+5F35)',
		'Das Feld „Ja“ kann so nicht angenommen werden',
		'Das Feld „Miete“ fasst eine Zahl',
		'Das Feld „Miete“ fasst eine Zahl ab 0,5',
		'Das Feld „Miete“ fasst eine Zahl',
		'Das Feld „Miete“ fasst eine Zahl bis 2000',
	]);
});
