import { roles, type Role } from '../../../api/language/roles';
import { CheckField } from '../../parts/forms/fields';

/** What a role is for, as a person chooses it. */
const duties: Readonly<Record<Role, string>> = {
	Admin: 'reads all mails',
	UserAdmin: 'people and keys',
	Billing: 'nothing here; other installations use it',
	TrackerAdmin: 'makes assets, and issues and reverses them',
	TrackerUser: 'holds and transfers assets',
	KeeperAdmin: 'documents, comparisons and approvals',
	SealerAdmin: 'sends contracts',
	SealerUser: 'sees and signs contracts of their own',
	StorageRead: 'downloads files',
	StorageWrite: 'uploads and downloads files',
};

interface RoleFieldsProps {
	readonly offered: readonly Role[];
	readonly chosen: readonly Role[];
	readonly onChange: (chosen: readonly Role[]) => void;
}

/** Which roles, in their order. */
export function RoleFields({ offered, chosen, onChange }: RoleFieldsProps) {
	const choose = (role: Role, isChosen: boolean) =>
		onChange(roles.filter((one) => (one === role ? isChosen : chosen.includes(one))));
	return (
		<>
			{offered.map((role) => (
				<CheckField
					key={role}
					label={`${role}: ${duties[role]}`}
					isChosen={chosen.includes(role)}
					onChange={(isChosen) => choose(role, isChosen)}
				/>
			))}
		</>
	);
}
