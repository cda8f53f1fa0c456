/** The service's section of docs/settings.md, and that of traces; `npm run generate` writes it. */
import path from 'node:path';
import { settingsTable, variableRows, writeSections } from '../server/config/table';
import { traceSettings } from '../server/traces/settings';
import { settings } from '../service/config';

export const settingsSections = {
	service: settingsTable(variableRows(settings)),
	traces: settingsTable(variableRows(traceSettings)),
};

if (require.main === module) writeSections(path.resolve('docs', 'settings.md'), settingsSections);
