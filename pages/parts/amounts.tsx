/** Displays amounts exactly, with the asset's decimals, grouped for the reader's locale. */
import { decimalsOf } from './decimal';

const forms = new Map<number, Intl.NumberFormat>();

function formOf(decimals: number): Intl.NumberFormat {
	const known = forms.get(decimals);
	if (known !== undefined) return known;
	const form = new Intl.NumberFormat(undefined, {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	});
	forms.set(decimals, form);
	return form;
}

/** Formats with at least `decimals` places, and never fewer than the amount has. */
export function amountText(amount: string, decimals: number): string {
	const form = formOf(Math.max(decimals, decimalsOf(amount)));
	return form.format(amount as `${number}`);
}

interface AmountProps {
	readonly amount: string;
	readonly decimals: number;
	/** The asset code, shown after the amount. */
	readonly asset?: string;
}

export function Amount({ amount, decimals, asset }: AmountProps) {
	const text = amountText(amount, decimals);
	return <span class="amount">{asset === undefined ? text : `${text} ${asset}`}</span>;
}
