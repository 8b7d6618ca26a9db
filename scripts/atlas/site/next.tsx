import { ICONS } from '#scripts/charts/drawing/style.ts';
import type { ChartTransition, NamedRule } from '#scripts/charts/model/types.ts';
import { proofs } from './data.ts';
import { shortName, transitionsIn } from './model.ts';
import { linkTo } from './route.ts';
import { KINDS, PROOFS, useLanguage, useText } from './texts.ts';

const ruleText = ({ name, params }: NamedRule): string => (params === null ? name : `${name}(${params})`);

function Next({ state, transition }: { readonly state: string; readonly transition: ChartTransition }) {
  const text = useText();
  const language = useLanguage();
  const { kind, name, guard, targets, source } = transition;
  const proof = proofs?.[transition.id];
  return (
    <li className={`next kind-${kind}`}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the icons are constants of the charts, nothing that somebody has typed */}
      <svg viewBox="0 0 14 14" aria-hidden="true" dangerouslySetInnerHTML={{ __html: ICONS[kind] }} />
      <span>
        <span className="kind">{KINDS[kind][language]}</span> <code>{name}</code>
        {guard ? (
          <span className="guard">
            {' '}
            {text('when')} <code>{ruleText(guard)}</code>
          </span>
        ) : null}{' '}
        →{' '}
        {targets.length === 0
          ? text('stays')
          : targets.map((target) => (
              <a key={target} href={linkTo({ state: target })}>
                {shortName(target)}
              </a>
            ))}
        {source === state ? null : <span className="hint"> ({text('fromAround')})</span>}
        {proof ? (
          <span className="hint">
            {' '}
            {PROOFS[proof].symbol} {PROOFS[proof][language]}
          </span>
        ) : null}
      </span>
    </li>
  );
}

/** What can happen in a state, each with where it leads. */
export function WhatNext({ state }: { readonly state: string }) {
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
