/** What the page of a link says before its signer's code was entered: who asks, for what, and that a code is needed. */
import type { Model } from '../../api/types';
import { refuse } from '../../server/refusal';
import { readCode, type CodedSigner } from '../contracts/codes/signer-code';
import { standingOf, type Standing } from '../contracts/record/standing';
import { languageOf, placeOf, readableLink, type RequestParts } from './request';

interface CodedLink {
	readonly signer: CodedSigner;
	readonly standing: Standing;
}

/** The signer of a good link, who has a code; refuses others. */
export async function codedLink(parts: RequestParts, token: string): Promise<CodedLink> {
	const request = await readableLink(parts, token);
	const { code, address, caller } = request;
	if (code === null) throw refuse('Sealer_CodeNotNeeded');
	const place = placeOf(request);
	const signer = { place, email: caller.email, address, code };
	return { signer, standing: await standingOf(parts.database, place) };
}

export async function shownCode(
	parts: RequestParts,
	{ signer, standing }: CodedLink,
): Promise<Model<'SigningCode'>> {
	const { displayName, ownerEmail, organisationId } = standing;
	const { name: organisationName } = await parts.database
		.selectFrom('organisations')
		.select('name')
		.where('id', '=', organisationId)
		.executeTakeFirstOrThrow();
	return {
		displayName,
		ownerEmail,
		organisationName,
		code: signer.code,
		language: languageOf(parts, standing),
		...(await readCode(parts.database, parts.clock, signer)),
	};
}
