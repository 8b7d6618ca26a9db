import { ICONS } from '#atlas/charts/drawing/style.ts';
import type { ChartTransition } from '#atlas/model/types.ts';
import { useTexts } from './labels.ts';
import { machineIdOf, transitionsIn } from './model.ts';
import { linkTo } from './route.ts';

function TransitionItem({
  state,
  transition,
}: {
  readonly state: string;
  readonly transition: ChartTransition;
}) {
  const { text, labels } = useTexts();
  const { id, kind, name, guard, targets, source, actions } = transition;
  const machine = machineIdOf(source);
  const times = (kind === 'delay' ? labels.fixedValuesOf(machine, name) : [])
    .map((fixedValue) => `${labels.fixedValueInFull(fixedValue)}, ${labels.setBy(fixedValue)}`)
    .join('; ');
  const hints = [
    times && `(${text('setBy')}: ${times})`,
    actions.length > 0 && `(${actions.map((action) => labels.action(machine, action)).join(', ')})`,
    source !== state && `(${text('fromParent')})`,
  ];
  return (
    <li id={id} tabIndex={-1} className="next">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the icons are constants and contain no user input */}
      <svg viewBox="0 0 14 14" aria-hidden="true" dangerouslySetInnerHTML={{ __html: ICONS[kind] }} />
      <span>
        <span className="kind">{text(`kind.${kind}`)}</span> {labels.trigger(machine, transition)}
        {guard ? ` · ${labels.condition(machine, guard)}` : ''} →{' '}
        {targets.length === 0
          ? text('staysHere')
          : targets.map((target) => (
              <a key={target} href={linkTo({ state: target })}>
                {labels.state(target)}
              </a>
            ))}{' '}
        <span className="hint">{hints.filter(Boolean).join(' ')}</span> {name ? <code>{name}</code> : null}
      </span>
    </li>
  );
}

/** The transitions of a state and of its ancestors. */
export function Transitions({ state }: { readonly state: string }) {
  const { text } = useTexts();
  const transitions = transitionsIn(state);
  return (
    <section>
      <h2>{text('next')}</h2>
      {transitions.length === 0 ? <p>{text('nothingNext')}</p> : null}
      <ul className="plain">
        {transitions.map((transition) => (
          <TransitionItem key={transition.id} state={state} transition={transition} />
        ))}
      </ul>
    </section>
  );
}
