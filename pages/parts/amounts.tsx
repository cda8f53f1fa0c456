/** Displays amounts exactly, with the asset's decimals, grouped for the reader's locale. */
import { decimalsOf } from './decimal';
import { useLanguage } from './language/language';

const forms = new Map<string, Intl.NumberFormat>();

function formOf(decimals: number, locale: string | undefined): Intl.NumberFormat {
	const name = `${decimals} ${locale}`;
	const known = forms.get(name);
	if (known !== undefined) return known;
	const form = new Intl.NumberFormat(locale, {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	});
	forms.set(name, form);
	return form;
}

/** Formats with at least `decimals` places, and never fewer than the amount has. */
export function amountText(amount: string, decimals: number, locale?: string): string {
	const form = formOf(Math.max(decimals, decimalsOf(amount)), locale);
	return form.format(amount as `${number}`);
}

export function useAmountText(): (amount: string, decimals: number) => string {
	const { locale } = useLanguage();
	return (amount, decimals) => amountText(amount, decimals, locale);
}

interface AmountProps {
	readonly amount: string;
	readonly decimals: number;
	/** The asset code, shown after the amount. */
	readonly asset?: string;
}

export function Amount({ amount, decimals, asset }: AmountProps) {
	const { locale } = useLanguage();
	const text = amountText(amount, decimals, locale);
	return <span class="amount">{asset === undefined ? text : `${text} ${asset}`}</span>;
}
