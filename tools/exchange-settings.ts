/** The exchange's sections of docs/settings.md; `npm run generate` writes them. */
import path from 'node:path';
import { fieldRows, settingsTable, variableRows, writeSections } from '../server/config/table';
import { settings } from '../exchange/config';
import { settlementSchema } from '../exchange/settlement/setup/settings';

export const settingsSections = {
	exchange: settingsTable(variableRows(settings)),
	settlement: settingsTable(fieldRows(settlementSchema)),
};

if (require.main === module) writeSections(path.resolve('docs', 'settings.md'), settingsSections);
