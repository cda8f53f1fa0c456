import { simulate } from './simulate';

test('125 settlements resolved by transaction-list lose and double nothing', async () => {
	for (let seed = 1; seed <= 125; seed += 1) await simulate({ mode: 'transaction-list', seed });
}, 600_000);
