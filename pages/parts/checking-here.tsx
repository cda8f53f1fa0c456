/** Tests whether this browser can check signatures, and explains if it cannot. */
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { Notice } from './states';

export type CheckObstacle = 'insecure' | 'too-old';

/** Returns why this browser cannot check proofs; undefined if it can. */
export async function checkObstacle(): Promise<CheckObstacle | undefined> {
	if (!globalThis.isSecureContext) return 'insecure';
	// A test key of RFC 8032.
	const vector = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
	const bytes = Uint8Array.from(vector.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
	const imported = crypto.subtle.importKey('raw', bytes, { name: 'Ed25519' }, false, ['verify']);
	return imported.then(
		() => undefined,
		() => 'too-old',
	);
}

export function CheckObstacleNotice({ why }: { readonly why: CheckObstacle }) {
	const say = useTexts(sharedTexts);
	if (why === 'insecure') {
		return (
			<Notice
				kind="warn"
				title={say('This browser checks nothing on a page that came over plain HTTP.')}
			>
				<p>
					{say(
						'Open this page by an address that begins with https://, or on the machine the server runs on by http://localhost. A page that came over plain HTTP could have been changed on its way, and its checks with it. Proofs can also be checked offline by the command in the documentation.',
					)}
				</p>
			</Notice>
		);
	}
	return (
		<Notice kind="warn" title={say('This browser is too old to check signatures.')}>
			<p>
				{say(
					'It does not know Ed25519. Chrome and Edge do from 137 on, Firefox from 129, Safari from 17. Proofs can also be checked offline by the command in the documentation.',
				)}
			</p>
		</Notice>
	);
}
