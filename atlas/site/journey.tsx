import type { Journey } from '#atlas/config.ts';
import { data } from './data.ts';
import { Screen } from './frames.tsx';
import { useLanguage } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { linkTo } from './route.ts';

/** The screens of a journey in order, in the language of the atlas. */
export function JourneyStrip({ journey }: { readonly journey: Journey }) {
  const language = useLanguage();
  const labels = labelsIn(language);
  return (
    <ol className="strip plain">
      {journey.states.map((state, index) => (
        <li key={state}>
          <Screen
            view={{ language, theme: 'light', moment: data.states[state]?.variants[0]?.moment ?? -1 }}
            device="phone"
            name={`${index + 1}. ${labels.machine(state.split('.')[0] ?? '')}`}
            href={linkTo({ state })}
          />
        </li>
      ))}
    </ol>
  );
}
