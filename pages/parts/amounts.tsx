/** How a page shows amounts: in the asset's own decimals, grouped as the reader writes numbers, exact. */
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

/** A decimal string with at least so many digits behind the point, and never with fewer than it has. */
export function amountText(amount: string, decimals: number): string {
	const form = formOf(Math.max(decimals, decimalsOf(amount)));
	return form.format(amount as `${number}`);
}

interface AmountProps {
	readonly amount: string;
	readonly decimals: number;
	/** What it is of, behind it. */
	readonly asset?: string;
}

export function Amount({ amount, decimals, asset }: AmountProps) {
	const text = amountText(amount, decimals);
	return <span class="amount">{asset === undefined ? text : `${text} ${asset}`}</span>;
}
