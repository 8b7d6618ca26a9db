import type { Journey } from '#atlas/config.ts';
import { data } from './data.ts';
import { Screen } from './frames.tsx';
import { linkTo } from './route.ts';
import { speakerOf } from './speakers.ts';
import { useLanguage } from './texts.ts';

/** The screens of a way, one after the other, in the language of the atlas. */
export function JourneyStrip({ journey }: { readonly journey: Journey }) {
  const language = useLanguage();
  const speaker = speakerOf(language);
  return (
    <ol className="strip plain">
      {journey.states.map((state, index) => (
        <li key={state}>
          <Screen
            picture={{ language, theme: 'light', moment: data.states[state]?.variants[0]?.moment ?? -1 }}
            device="phone"
            name={`${index + 1}. ${speaker.machine(state.split('.')[0] ?? '')}`}
            href={linkTo({ state })}
          />
        </li>
      ))}
    </ol>
  );
}
