/** What a new key is for and what it may do, as a person enters it. */
import type { Role } from '../../../api/language/roles';
import { CheckField, TextField } from '../../parts/forms/fields';
import { useTexts } from '../../parts/language/texts';
import { RoleFields } from './role-fields';
import { texts } from './texts';

export interface KeyTerms {
	readonly label: string;
	/** Undefined: whatever its owner may do. */
	readonly roles: readonly Role[] | undefined;
	readonly networks: string;
	readonly days: string;
}

export const noTerms: KeyTerms = { label: '', roles: undefined, networks: '', days: '' };

export function isReady({ label, roles, days }: KeyTerms): boolean {
	return label.trim() !== '' && roles?.length !== 0 && isNumberOfDays(days);
}

function isNumberOfDays(days: string): boolean {
	return /^\s*\d*\s*$/.test(days);
}

/** As the service takes them. */
export function sentTerms({ label, roles, networks, days }: KeyTerms) {
	const ranges = networks.split(/[\s,]+/).filter((one) => one !== '');
	return {
		label: label.trim(),
		...(roles !== undefined && { roles }),
		...(ranges.length > 0 && { networks: ranges }),
		...(days.trim() !== '' && { lifetimeDays: Number(days) }),
	};
}

interface KeyTermsFieldsProps {
	readonly terms: KeyTerms;
	readonly offered: readonly Role[];
	readonly onChange: (terms: KeyTerms) => void;
}

export function KeyTermsFields({ terms, offered, onChange }: KeyTermsFieldsProps) {
	const say = useTexts(texts);
	const { label, roles, networks, days } = terms;
	const set = (changed: Partial<KeyTerms>) => onChange({ ...terms, ...changed });
	return (
		<>
			<TextField
				label={say('What the key is for')}
				value={label}
				onChange={(value) => set({ label: value })}
			/>
			<fieldset>
				<legend>{say('May do')}</legend>
				<CheckField
					label={say('Whatever its owner may do, also later')}
					isChosen={roles === undefined}
					onChange={(isAll) => set({ roles: isAll ? undefined : [] })}
				/>
				{roles !== undefined && (
					<RoleFields
						offered={offered}
						chosen={roles}
						onChange={(chosen) => set({ roles: chosen })}
					/>
				)}
			</fieldset>
			<TextField
				label={say('Networks it may be used from')}
				help={say('Such as 203.0.113.7 or 10.0.0.0/8, separated by commas. Empty: from anywhere.')}
				value={networks}
				onChange={(value) => set({ networks: value })}
			/>
			<TextField
				label={say('Days until it ends')}
				help={say('Empty: as the service is set.')}
				isNumber
				value={days}
				fault={isNumberOfDays(days) ? undefined : say('Enter a whole number of days.')}
				onChange={(value) => set({ days: value })}
			/>
		</>
	);
}
