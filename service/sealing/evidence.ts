/**
 * What a seal brings along about its certificates, its own and those of the authority that stamps it: they
 * are asked about before the seal is made, so that the seal is of what was answered, too. Who will stamp
 * is known by who stamped last; where another does, the seal is made once more.
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

	/** Throws where the certificate that is to seal was revoked. */
	async ofSealer({ certificate, chain }: SealingKey): Promise<Evidence> {
		try {
			return await this.revocation.evidence([certificate, ...chain]);
		} catch (fault) {
			if (!(fault instanceof Revoked)) throw fault;
			throw new Error(`${fault.message}: set another one in SEAL_CERTIFICATE_FILE`);
		}
	}

	/** Of who stamped last; nothing before anybody did, or once that one was revoked. */
	async ofLastAuthority(): Promise<Evidence> {
		try {
			return await this.revocation.evidence(this.authority);
		} catch (fault) {
			if (fault instanceof Revoked) return noEvidence;
			throw fault;
		}
	}

	/** Of who made a stamp; the stamp of one that was revoked is none, and says so. */
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

/** All of both in one. */
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

/** Whether anybody has answered anything. */
export function hasAny(...all: readonly Evidence[]): boolean {
	return all.some(({ answers, lists }) => answers.length + lists.length > 0);
}

/** Whether one holds all that another does. */
export function includes(one: Evidence, other: Evidence): boolean {
	return (['answers', 'lists'] as const).every((part) =>
		other[part].every((bytes) => holds(one[part], bytes)),
	);
}

function holds(all: readonly Uint8Array[], bytes: Uint8Array): boolean {
	return all.some((other) => Buffer.compare(other, bytes) === 0);
}
