/**
 * Why a sealed file is invalid, as a clause for people. Thrown while reading or checking a part;
 * `sealed-file.ts` collects it in its answer.
 */
export class SealFault extends Error {
	override readonly name = 'SealFault';
}
