/**
 * The one error the exchange throws on purpose: a code with the values its sentence needs. The
 * codes every product shares come from the interface's own table; those of the exchange stand
 * here. Anything else that is thrown is a fault of ours and answers 500.
 */
import { errors as interfaceErrors, type ErrorDescription } from '../api/errors';

const exchangeErrors = {
	Exchange_MarketNotFound: {
		status: 404,
		happened: "There is no market '{0}'.",
		change: 'Use a symbol from the list of markets.',
	},
	Exchange_OrderNotFound: {
		status: 404,
		happened: "There is no order '{0}' of this account.",
		change: 'Use an order id from the list of orders.',
	},
	Exchange_OrderNotOpen: {
		status: 409,
		happened: "The order '{0}' is not open any more: it is {1}.",
		change: 'Nothing needs to be done; place a new order to trade again.',
	},
	Exchange_OrderChanged: {
		status: 409,
		happened:
			"The order '{0}' traded or became smaller before '{1}' could replace it; it stays as it is now.",
		change: 'Read the order and, if you still want to, replace it under a new clientOrderId.',
	},
	Exchange_MarketNotTrading: {
		status: 409,
		happened: 'The market {0} is in status {1} and does not take this command.',
		change: 'Wait until its status allows it and send the request again.',
	},
	Exchange_ClientOrderIdReused: {
		status: 422,
		happened: "The clientOrderId '{0}' was used before with another order.",
		change: 'Use a new id for a new order; repeat a request unchanged to get its first answer.',
	},
	Exchange_InsufficientBalance: {
		status: 422,
		happened: 'This needs {0} {2} and the account has {1} {2} available.',
		change: 'Fund the account, cancel other orders, or ask for less.',
	},
	Exchange_SettlementOff: {
		status: 404,
		happened: 'This exchange is not connected to a tracker.',
		change: 'Have the administrator fund the account, or connect the exchange to a tracker.',
	},
	Exchange_AssetNotLinked: {
		status: 422,
		happened: 'The asset {0} does not stand for an asset of the tracker.',
		change: 'Use an asset that does, or have the administrator link it.',
	},
	Exchange_EmailMissing: {
		status: 422,
		happened: 'The account {0} has no e-mail address to pay out to.',
		change: 'Have the administrator set the address the trader has at the tracker.',
	},
	Exchange_ReferenceReused: {
		status: 422,
		happened: "The id '{0}' was used before with another asset or amount.",
		change: 'Use a new id for a new request; repeat a request unchanged to get its first answer.',
	},
	Exchange_TransferRefused: {
		status: 422,
		happened: 'The tracker refused the {0} {1}: {2}',
		change:
			'Correct what was refused and ask again under a new id; where your key at the tracker is another than here, send it in x-tracker-key.',
	},
	Exchange_ReservesNotFound: {
		status: 404,
		happened: 'Nothing was published that {0}.',
		change: 'Ask again after the next publication.',
	},
	Exchange_IntentNotFound: {
		status: 404,
		happened: "There is no {0} '{1}' of this account.",
		change: 'Use an id from the list.',
	},
	Exchange_DepositsTooMany: {
		status: 429,
		happened:
			'There are {0} deposits of {1} under way already, which is as many as may be at once.',
		change: 'Wait until one of them has ended.',
	},
	Exchange_StreamsTooMany: {
		status: 429,
		happened: 'This server serves as many streams as it can, which is {0}.',
		change: 'Close a stream that is not needed, or try again later.',
	},
} as const satisfies Readonly<Record<string, ErrorDescription>>;

export const errors = { ...interfaceErrors, ...exchangeErrors };

export type ErrorCode = keyof typeof errors;

export type RefusalArgument = string | number;

/** Puts the arguments in the places `{0}`, `{1}` of a sentence of the error table. */
function fill(sentence: string, args: readonly RefusalArgument[]): string {
	return sentence.replace(/\{(\d)\}/g, (place, index: string) =>
		String(args[Number(index)] ?? place),
	);
}

export class Refusal extends Error {
	constructor(
		readonly code: ErrorCode,
		readonly args: readonly RefusalArgument[],
	) {
		super(fill(errors[code].happened, args));
		this.name = 'Refusal';
	}

	get status(): number {
		const description: ErrorDescription = errors[this.code];
		return description.status;
	}

	/** What the caller can change so that the same request succeeds. */
	get change(): string {
		return fill(errors[this.code].change, this.args);
	}
}

/** `throw refuse('Exchange_MarketNotFound', symbol)`. */
export function refuse(code: ErrorCode, ...args: readonly RefusalArgument[]): Refusal {
	return new Refusal(code, args);
}
