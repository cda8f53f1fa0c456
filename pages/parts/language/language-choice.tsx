/** A list of the languages, each in its own name. */
import { useLanguage } from './language';
import { languageNames, languages, type Language } from './languages';
import { sharedTexts } from './shared-texts';
import { useTexts } from './texts';

export function LanguageChoice() {
	const say = useTexts(sharedTexts);
	const { language, choose } = useLanguage();
	return (
		<select
			class="language"
			aria-label={say('Language')}
			value={language}
			onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
		>
			{languageNames.map((name) => (
				<option key={name} value={name} lang={languages[name].tag}>
					{languages[name].name}
				</option>
			))}
		</select>
	);
}
