/**
 * Revocation data of a seal's certificates, its own and the time stamping authority's. It is
 * fetched before sealing, so that the seal covers it. The authority's certificates are known from
 * its last stamp; if they changed, the seal is made once more.
 */
import { Revoked, type Evidence, type Revocation } from './revocation';
import type { SecurityStore } from './pdf/security-store';
import type { SealingKey } from './signature/signed-data';
import type { Stamp } from './time-stamping';

export const noEvidence: Evidence = {
	certificates: [],
	answers: [],
	lists: [],
	isWhole: true,
	faults: [],
};

export class SealEvidence {
	private authority: readonly Uint8Array[] = [];

	constructor(private readonly revocation: Revocation) {}

	/** Evidence for the sealing certificate; throws if it was revoked. */
	async ofSealer({ certificate, chain }: SealingKey): Promise<Evidence> {
		try {
			return await this.revocation.evidence([certificate, ...chain]);
		} catch (fault) {
			if (!(fault instanceof Revoked)) throw fault;
			throw new Error(`${fault.message}: set another one in SEAL_CERTIFICATE_FILE`);
		}
	}

	/**
	 * Evidence for the authority of the last stamp; none before the first stamp or if it was
	 * revoked.
	 */
	async ofLastAuthority(): Promise<Evidence> {
		try {
			return await this.revocation.evidence(this.authority);
		} catch (fault) {
			if (fault instanceof Revoked) return noEvidence;
			throw fault;
		}
	}

	/** Evidence for the authority of a stamp; a revoked authority's stamp becomes a fault. */
	async ofStamp(stamp: Stamp | undefined): Promise<{ stamp: Stamp | undefined; by: Evidence }> {
		if (stamp === undefined || 'fault' in stamp) return { stamp, by: noEvidence };
		this.authority = stamp.path;
		try {
			return { stamp, by: await this.revocation.evidence(stamp.path) };
		} catch (fault) {
			if (!(fault instanceof Revoked)) throw fault;
			const said = `the time stamping authority gave no time to believe: ${fault.message}`;
			return { stamp: { fault: said }, by: noEvidence };
		}
	}
}

/** Joins both without duplicates. */
export function joined(own: Evidence, authority: Evidence): SecurityStore {
	const both = (part: 'certificates' | 'answers' | 'lists') => [
		...own[part],
		...authority[part].filter((bytes) => !holds(own[part], bytes)),
	];
	return {
		certificates: both('certificates'),
		answers: both('answers'),
		lists: both('lists'),
	};
}

export function hasAny(...all: readonly Evidence[]): boolean {
	return all.some(({ answers, lists }) => answers.length + lists.length > 0);
}

/** True if `one` contains all answers and lists of `other`. */
export function includes(one: Evidence, other: Evidence): boolean {
	return (['answers', 'lists'] as const).every((part) =>
		other[part].every((bytes) => holds(one[part], bytes)),
	);
}

function holds(all: readonly Uint8Array[], bytes: Uint8Array): boolean {
	return all.some((other) => Buffer.compare(other, bytes) === 0);
}
