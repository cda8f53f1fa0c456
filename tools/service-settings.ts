/** The service's section of docs/settings.md; `npm run generate` writes it. */
import path from 'node:path';
import { settingsTable, variableRows, writeSections } from '../server/config/table';
import { settings } from '../service/config';

export const settingsSections = { service: settingsTable(variableRows(settings)) };

if (require.main === module) writeSections(path.resolve('docs', 'settings.md'), settingsSections);
