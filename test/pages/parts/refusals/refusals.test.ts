/**
 * Refusals in the language of the reader: every code of the table of errors has words for people, or a reason why it
 * needs none, and what a program puts in is said in the language as well.
 */
import fs from 'node:fs';
import path from 'node:path';
import { endpoints } from '../../../../api/endpoints';
import { errors, sessionErrors, type ErrorCode } from '../../../../api/errors';
import type { EndpointDescription } from '../../../../api/language/description';
import { generalRefusals } from '../../../../pages/parts/refusals/general-refusals';
import { valuesIn } from '../../../../pages/parts/language/text-table';
import { refusalIn, refusals } from '../../../../pages/parts/refusals/refusals';
import { reasons } from '../../../../pages/parts/refusals/reasons';
import { linkFaults } from '../../../../pages/signing/texts/refusals';
import { codesOf } from '../../../../server/http/routing/endpoints';
import { Refusal } from '../../../../server/refusal';

const german = { language: 'German', locale: 'de-DE' } as const;
const french = { language: 'French', locale: 'fr-FR' } as const;

const codes = Object.keys(errors) as readonly ErrorCode[];

/** What stays in English, and why nobody at a page meets it. */
const ofPrograms: Readonly<Record<string, readonly ErrorCode[]>> = {
	'pages sign no requests': ['Auth_HeaderMissing', 'Auth_SignatureInvalid', 'Auth_TimeOutside'],
	'browsers write requests as HTTP asks': [
		'Request_MethodNotAllowed',
		'Request_UnsupportedEncoding',
		'Request_ExpectationFailed',
		'Request_TooManyPipelined',
	],
	'pages open no such stream or socket': [
		'Event_StreamsTooMany',
		'Event_OwnStreamsTooMany',
		'Exchange_StreamsTooMany',
		'Exchange_OwnStreamsTooMany',
		'Exchange_SocketFull',
		'Exchange_SocketWanted',
	],
	'pages make no multi-assets and reverse nothing': [
		'Factory_StackedFactoryNotFound',
		'Factory_StackedFactoryNotConfirmed',
		'Factory_StackedFactoryDuplicateFactory',
		'Factory_StackedFactoryWithoutFactory',
		'Factory_TransactionNotFound',
		'Factory_TransactionNotConfirmed',
		'Factory_ReversalNotConfirmed',
		'Factory_TransactionWasAlreadyReversed',
		'Factory_CannotRevertAssetIssue',
		'Factory_CannotRevertTransactionAlreadySpent',
		'Tracker_BurnIsFinal',
		'Tracker_RecipientDeleted',
	],
	'pages rename and delete no entities': [
		'Identity_UpdateNotFound',
		'Identity_DeleteNotFound',
		'Tracker_EntityHolds',
	],
	'pages fetch no such proofs': [
		'Core_NotDeleted',
		'Keeper_VersionNotApproved',
		'Keeper_RulesNeverSet',
		'Sealer_StepNotFound',
		'Sealer_SignatureGivenBySigning',
		'Sealer_SignatureNotFound',
		'Sealer_NotSignedYet',
	],
	'pages compare with no file by its name': ['Keeper_NameAmbiguous', 'Keeper_Unreadable'],
	'people sign by a link, and keep no signatures': [
		'Sealer_SignByLink',
		'Sealer_OwnSignatureNotFound',
		'Sealer_SignatureUsed',
		'Sealer_ContractDoesNotMatch',
		'Sealer_SignatureCountMismatch',
	],
	'pages delete no contracts, templates and signing links': [
		'Sealer_ContractHasSignatures',
		'Sealer_TemplateInUse',
		'Sealer_LinkNotFound',
	],
	'it is told by a page of the server itself, or is a picture': [
		'Storage_LinkUnknown',
		'Storage_LinkEnded',
		'Platform_LogoNotFound',
	],
	'pages have no lists of order lists': ['Exchange_OrderListNotFound'],
	'programs alone report what waits': ['Platform_ProgramOfAnother'],
};

test('every code is told to people, to signers, or met by programs alone', () => {
	const programs = Object.values(ofPrograms).flat();
	expect(new Set(programs).size).toBe(programs.length);
	expect(programs.filter((code) => code in refusals)).toEqual([]);
	const told = new Set([...Object.keys(refusals), ...Object.keys(linkFaults), ...programs]);
	expect(codes.filter((code) => !told.has(code))).toEqual([]);
});

test('what pages call is refused in words for people', () => {
	const pages = path.join(__dirname, '../../../../pages');
	const source = fs
		.readdirSync(pages, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('signing'))
		.map((name) => fs.readFileSync(path.join(pages, name), 'utf8'))
		.join('\n');
	const called = Object.values(endpoints)
		.flatMap((area) => Object.entries<EndpointDescription>(area))
		.filter(([operation, { caller }]) => source.includes(`'${operation}'`) && caller !== 'LINK');
	expect(called.length).toBeGreaterThan(100);
	const met = new Set([...called.flatMap(([, endpoint]) => codesOf(endpoint)), ...sessionErrors]);
	const without = [...met].filter((code) => !(code in refusals)).sort();
	expect(without).toEqual([
		'Auth_HeaderMissing',
		'Auth_SignatureInvalid',
		'Auth_TimeOutside',
		// Of the events that are listed, which nobody streams here.
		'Event_OwnStreamsTooMany',
		'Event_StreamsTooMany',
		'Exchange_OwnStreamsTooMany',
		'Exchange_StreamsTooMany',
		'Request_ExpectationFailed',
		'Request_TooManyPipelined',
		'Request_UnsupportedEncoding',
		'Sealer_SignatureCountMismatch',
		'Sealer_SignatureInvalid',
	]);
});

const placesOf = (text: string) =>
	[...text.matchAll(/\{(\d)(?: said)?\}/g)].map(([, place]) => place);

/** With a fixed space before its double signs, and its own quotes; addresses and times are written as they are. */
const isFrench = (text: string) =>
	!/[^\u00a0][:;!?»]|«[^\u00a0]|["“”']/.test(text.replace(/https?:\S+|\S+T\d\S+/g, ''));

test.each(Object.entries(refusals))('%s has both languages, of two lines each', (code, row) => {
	const { happened, change } = errors[code as ErrorCode];
	const known = placesOf(`${happened} ${change}`);
	expect(row.length).toBe(2 + Number(row[2] !== undefined));
	for (const text of row.filter((one) => one !== undefined)) {
		expect(text.split('\n').map((line) => /^\S.*[.}]$/.test(line))).toEqual([true, true]);
		expect(placesOf(text).filter((place) => !known.includes(place))).toEqual([]);
	}
	expect(new Set(placesOf(row[0]))).toEqual(new Set(placesOf(row[1])));
	expect(row[0]).not.toMatch(/["”]|'/);
	expect(isFrench(row[1])).toBe(true);
});

test('reasons have both languages, with the same put in', () => {
	for (const [english, row] of Object.entries(reasons)) {
		for (const text of row) expect([english, placesOf(text)]).toEqual([english, placesOf(english)]);
		expect(isFrench(row[1])).toBe(true);
	}
});

/** As the reply of a program carries it; the storage's has neither code nor arguments. */
function answered(code: ErrorCode, ...args: readonly (string | number)[]) {
	const { message, change } = new Refusal(code, args);
	return { code, happened: `${message} ${change}`, change: '', args };
}

const storageAnswered = (code: ErrorCode, ...args: readonly (string | number)[]) => {
	const { message, change } = new Refusal(code, args);
	return { code: 'refused', happened: message, change, args: [] };
};

test('names, numbers and times are put in as the reader writes them', () => {
	expect(
		refusalIn(answered('Auth_KeyExpired', '2026-01-31T09:30:00.000Z'), german)?.happened,
	).toMatch(/^Dieser API-Schlüssel endete am 31\.01\.2026, \d\d:\d\d\.$/);
	expect(refusalIn(answered('Request_TooLarge', 'file', 1_048_576), german)).toEqual({
		happened: 'Das Feld „file“ ist größer als die 1.048.576 Byte, die dieser Dienst annimmt.',
		change: 'Senden Sie weniger, oder lassen Sie die Grenze des Dienstes anheben.',
	});
	expect(refusalIn(answered('User_AlreadyExists', 'ann@harbour.example'), french)?.happened).toBe(
		'ann@harbour.example est déjà membre de cette organisation.',
	);
});

test('a refusal without a code is known by its sentence', () => {
	const quota = storageAnswered('Storage_QuotaExceeded', 999_999_000, 1_000_000_000);
	expect(refusalIn(quota, german)?.happened).toBe(
		'Die Organisation speichert 999.999.000 der 1.000.000.000 Byte, die sie darf, und damit wären es mehr.',
	);
	expect(refusalIn({ ...quota, happened: 'Something of tomorrow.' }, german)).toBeUndefined();
});

test.each(Object.keys({ ...generalRefusals, ...refusals }) as ErrorCode[])(
	'%s is known by its sentence, as far as that tells',
	(code) => {
		const { happened, example } = errors[code];
		const { message } = new Refusal(code, example);
		const found = valuesIn(happened, message);
		const put = placesOf(happened).map((place) => Number(place));
		for (const place of put) expect(String(found?.[place])).toBe(String(example[place]));
	},
);

test('what a program says of a field is said in the language', () => {
	const fault = (said: string) => refusalIn(answered('Request_Invalid', 'amount', said), german);
	expect(fault('must be at most 2147483647')?.happened).toBe(
		'Das Feld „amount“ darf höchstens 2.147.483.647 sein.',
	);
	expect(fault('must be one of Low, High')?.happened).toMatch(
		/muss eines davon sein: Low, High\.$/,
	);
	// A reason that nobody has words for leaves all of it in the words of the server.
	expect(fault('has a shape of tomorrow')).toBeUndefined();
});

test('what the tracker refused is said in the language, under its code or not', () => {
	const refused = (said: string) =>
		refusalIn(answered('Exchange_TransferRefused', 'deposit', 'd1', said), french)?.happened;
	const insufficient = new Refusal('Factory_FactoryTransferInsufficientFund', [75, 1_000]);
	expect(refused(insufficient.message)).toBe(
		'Le tracker a refusé le transfert d1\u00a0: Le solde de 75 est inférieur aux 1\u202f000 à déplacer.',
	);
	const unknown = new Refusal('Auth_KeyInvalid', []);
	expect(refused(`Auth_KeyInvalid: ${unknown.message} ${unknown.change}`)).toMatch(
		/Cette clé d’API n’est pas valable\.$/,
	);
});

test('a refusal that the server keeps in one text is known by both of its sentences', () => {
	const { message, change } = new Refusal('Keeper_ComparisonsBusy', [120]);
	const kept = { code: 'refused', happened: `${message} ${change}`, change: '', args: [] };
	expect(refusalIn(kept, french)).toEqual({
		happened: 'Toutes les places de comparaison sont prises depuis 120 s.',
		change: 'Rien n’a été conservé. Réessayez.',
	});
});

test('a proxy between page and server is told in the language', () => {
	const proxy = {
		...{ code: 'unreachable', happened: 'The server answers with status 502.', args: [] },
		change: 'Wait a moment and try again.',
	};
	expect(refusalIn(proxy, german)).toEqual({
		happened: 'Der Server antwortet mit Status 502.',
		change: 'Warten Sie einen Moment und versuchen Sie es erneut.',
	});
});
