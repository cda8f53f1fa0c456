/** A provider that takes connections and never answers: whoever signs in waits for seconds, and is told. */
import net, { type AddressInfo } from 'node:net';
import { readConfig } from '../../../service/config';
import { send } from '../../support/clients/requests';
import { startService } from '../../support/programs/service';

test('a provider that does not answer is told as such', async () => {
	const silent = net.createServer();
	await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	const { oidc } = readConfig({
		OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
		OIDC_CLIENT_ID: 'sealkeeper',
		OIDC_CLIENT_SECRET: 'secret',
	});
	const running = await startService({ config: { oidc } });
	const { status, text } = await send({ method: 'GET', url: `${running.url}/session/oidc` });
	expect([status, text]).toEqual([502, expect.stringContaining('does not answer')]);
	await running.close();
	silent.close();
}, 30_000);
