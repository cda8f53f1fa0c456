/** The public key of a running service's log, as its operator hands it out. */
import { ed25519Type, formatVerifierKey, verifierKey } from '../../../proof/verifier-key';
import type { RunningService } from './service';

export async function logKeyOf({ service }: RunningService): Promise<string> {
	const { origin, public_key: publicKey } = await service.database
		.selectFrom('log_identity')
		.select(['origin', 'public_key'])
		.where('name', '=', 'log')
		.executeTakeFirstOrThrow();
	const bytes = new Uint8Array(Buffer.from(publicKey, 'base64'));
	return formatVerifierKey(await verifierKey(origin, ed25519Type, bytes));
}
