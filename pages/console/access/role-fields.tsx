import { roles, type Role } from '../../../api/language/roles';
import { CheckField } from '../../parts/forms/fields';
import { useTexts } from '../../parts/language/texts';
import { texts } from './texts';

/** What a role is for, as a person chooses it. */
const duties: Readonly<Record<Role, keyof typeof texts>> = {
	Admin: 'Admin: reads all mails',
	UserAdmin: 'UserAdmin: people and keys',
	Billing: 'Billing: nothing here; other installations use it',
	TrackerAdmin: 'TrackerAdmin: makes assets, and issues and reverses them',
	TrackerUser: 'TrackerUser: holds and transfers assets',
	KeeperAdmin: 'KeeperAdmin: documents, comparisons and approvals',
	SealerAdmin: 'SealerAdmin: sends contracts',
	SealerUser: 'SealerUser: sees and signs contracts of their own',
	StorageRead: 'StorageRead: downloads files',
	StorageWrite: 'StorageWrite: uploads and downloads files',
};

interface RoleFieldsProps {
	readonly offered: readonly Role[];
	readonly chosen: readonly Role[];
	readonly onChange: (chosen: readonly Role[]) => void;
}

/** Which roles, in their order. */
export function RoleFields({ offered, chosen, onChange }: RoleFieldsProps) {
	const say = useTexts(texts);
	const choose = (role: Role, isChosen: boolean) =>
		onChange(roles.filter((one) => (one === role ? isChosen : chosen.includes(one))));
	return (
		<>
			{offered.map((role) => (
				<CheckField
					key={role}
					label={say(duties[role])}
					isChosen={chosen.includes(role)}
					onChange={(isChosen) => choose(role, isChosen)}
				/>
			))}
		</>
	);
}
