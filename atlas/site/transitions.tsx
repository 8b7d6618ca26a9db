import { ICONS } from '#atlas/charts/drawing/style.ts';
import { COVERAGE_MARKS } from '#atlas/coverage/coverage.ts';
import type { ChartTransition } from '#atlas/model/types.ts';
import { coverage } from './data.ts';
import { KINDS, useLanguage, useText } from './interface-texts.ts';
import { labelsIn } from './labels.ts';
import { transitionsIn } from './model.ts';
import { linkTo } from './route.ts';

function Next({ state, transition }: { readonly state: string; readonly transition: ChartTransition }) {
  const text = useText();
  const language = useLanguage();
  const { id, kind, name, guard, targets, source, actions } = transition;
  const labels = labelsIn(language);
  const machine = source.split('.')[0] ?? source;
  const level = coverage?.[transition.id];
  const limits = kind === 'delay' ? labels.limitsOf(machine, name) : [];
  return (
    <li id={id} tabIndex={-1} className={`next kind-${kind}`}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the icons are constants of the charts, nothing that somebody has typed */}
      <svg viewBox="0 0 14 14" aria-hidden="true" dangerouslySetInnerHTML={{ __html: ICONS[kind] }} />
      <span>
        <span className="kind">{KINDS[kind][language]}</span> {labels.trigger(machine, transition)}
        {guard ? <span className="guard"> · {labels.condition(machine, guard)}</span> : null} →{' '}
        {targets.length === 0
          ? text('staysHere')
          : targets.map((target) => (
              <a key={target} href={linkTo({ state: target })}>
                {labels.state(target)}
              </a>
            ))}
        {limits.length > 0 ? (
          <span className="hint">
            {' '}
            ({text('setBy')}:{' '}
            {limits.map((limit) => `${labels.limitInFull(limit)}, ${labels.setBy(limit)}`).join('; ')})
          </span>
        ) : null}
        {actions.length > 0 ? (
          <span className="hint">
            {' '}
            ({actions.map((action) => labels.action(machine, action)).join(', ')})
          </span>
        ) : null}{' '}
        <code className="call">{name}</code>
        {source === state ? null : <span className="hint"> ({text('fromParent')})</span>}
        {level ? (
          <span className="hint">
            {' '}
            {COVERAGE_MARKS[level].symbol} {COVERAGE_MARKS[level].meaning[language]}
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** The transitions of a state and of those around it. */
export function Transitions({ state }: { readonly state: string }) {
  const text = useText();
  const transitions = transitionsIn(state);
  return (
    <section>
      <h2>{text('next')}</h2>
      {transitions.length === 0 ? (
        <p>{text('nothingNext')}</p>
      ) : (
        <ul className="plain">
          {transitions.map((transition) => (
            <Next key={transition.id} state={state} transition={transition} />
          ))}
        </ul>
      )}
    </section>
  );
}
