/** What a program makes of the stream of an account, by itself. */
import type { Account, Event } from '../../../clients/exchange/operations';
import { exchangeSocket } from '../../../clients/exchange/socket';

type Balance = Account['balances'][number];

export class Folded {
	account: Omit<Account, 'balances'> | undefined;
	private readonly balances = new Map<string, Balance>();
	readonly reports: string[] = [];
	readonly messages: Event[] = [];
	begun = 0;
	private readonly stopping = new AbortController();
	private following = Promise.resolve();

	/** As the account lists them. */
	get allBalances(): readonly Balance[] {
		return [...this.balances.values()].toSorted((one, two) => (one.asset < two.asset ? -1 : 1));
	}

	follow(url: string, key: string): void {
		const socket = exchangeSocket({ url, key, reconnectMs: 1 });
		const { signal } = this.stopping;
		this.following = (async () => {
			for await (const told of socket.follow.streamAccount({}, { signal })) {
				if (told.event === 'account') {
					const { balances, ...account } = told.data;
					this.account = account;
					this.take(balances);
				} else if (told.event === 'balances') this.take(told.data.balances);
				else if (told.event === 'executionReport') this.reports.push(told.data.reportId);
				else if (told.event === 'message') this.messages.push(told.data);
				else this.begun += 1;
			}
			socket.close();
		})();
	}

	stop(): Promise<void> {
		this.stopping.abort();
		return this.following;
	}

	private take(balances: readonly Balance[]): void {
		for (const balance of balances) this.balances.set(balance.asset, balance);
	}
}
