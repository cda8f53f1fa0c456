/**
 * Programs of the operator that people sign in to through the console, each for one organisation: another one may have
 * a user of any address.
 */
import type { Accounts } from './accounts';

/** A program that people sign in to. */
export interface SignInProgram {
	readonly address: string;
	/** Undefined: the only organisation there is. */
	readonly organisationId: string | undefined;
}

interface ProgramParts {
	readonly accounts: Pick<Accounts, 'organisations'>;
	readonly signInFor: readonly SignInProgram[];
}

/** Addresses of the programs that people of this organisation sign in to. */
export async function programsOf(
	{ accounts, signInFor }: ProgramParts,
	organisationId: string,
): Promise<readonly string[]> {
	const isOnly = (await accounts.organisations()).length === 1;
	return signInFor
		.filter(({ organisationId: theirs }) =>
			theirs === undefined ? isOnly : theirs === organisationId,
		)
		.map(({ address }) => address);
}

/** Undefined if the page is one of a program that the people of this organisation sign in to. */
export async function pageFault(
	parts: ProgramParts,
	{ organisationId, page }: { readonly organisationId: string; readonly page: string },
): Promise<string | undefined> {
	const program = parts.signInFor.find(({ address }) => isPageOf(address, page));
	if (program === undefined) return 'must be a page of a program in SIGN_IN_FOR';
	const ofOne = { ...parts, signInFor: [program] };
	if ((await programsOf(ofOne, organisationId)).length === 1) return undefined;
	return program.organisationId === undefined
		? 'needs its organisation in SIGN_IN_FOR, as there are several'
		: 'is for the people of another organisation';
}

/** The origins must be equal; a page of the program may have any path. */
export function isPageOf(program: string, address: string): boolean {
	return URL.canParse(address) && new URL(address).origin === new URL(program).origin;
}
