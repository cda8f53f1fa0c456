/** The controls of forms in an ODT: what they show, ticked, chosen or filled in. */
import { attribute, elementsOf, type XmlElement } from '../../package/xml';

/** Adds the controls of a form by the names by which the text refers to them. */
export function addControls(forms: XmlElement, controls: Map<string, string>): void {
	for (const one of elementsOf(forms)) {
		const id = attribute(one, 'xml:id') ?? attribute(one, 'form:id');
		if (id !== undefined) controls.set(id, controlText(one));
		addControls(one, controls);
	}
}

function controlText(control: XmlElement): string {
	const label = attribute(control, 'form:label') ?? '';
	if (control.name === 'form:checkbox') {
		const state = current(control, 'state') ?? 'unchecked';
		return `${boxes.get(state) ?? state} ${label}`.trim();
	}
	if (control.name === 'form:radio') {
		return `${current(control, 'selected') === 'true' ? '◉' : '○'} ${label}`.trim();
	}
	if (control.name === 'form:listbox') {
		return elementsOf(control)
			.filter((one) => current(one, 'selected') === 'true')
			.map((one) => attribute(one, 'form:label') ?? '')
			.join(', ');
	}
	return current(control, 'value') ?? label;
}

/** What is set now counts before what a new form begins with. */
function current(control: XmlElement, name: string): string | undefined {
	return attribute(control, `form:current-${name}`) ?? attribute(control, `form:${name}`);
}

const boxes: ReadonlyMap<string, string> = new Map([
	['checked', '☒'],
	['unchecked', '☐'],
	['unknown', '▣'],
]);

/** What a field of a Word form shows in an ODT; undefined for other fields. */
export function markText(mark: XmlElement): string | undefined {
	const type = attribute(mark, 'field:type') ?? '';
	const valuesOf = (name: string) =>
		elementsOf(mark)
			.filter((one) => attribute(one, 'field:name')?.endsWith(name) === true)
			.map((one) => attribute(one, 'field:value') ?? '');
	if (type.endsWith('FORMCHECKBOX')) {
		return valuesOf('Checkbox_Checked').includes('true') ? '☒' : '☐';
	}
	if (!type.endsWith('FORMDROPDOWN')) return undefined;
	const chosen = Number(valuesOf('Dropdown_Selected')[0] ?? '0');
	return valuesOf('Dropdown_ListEntry')[chosen] ?? '';
}
