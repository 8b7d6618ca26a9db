import { html } from 'hono/html';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { Push } from './pushes.ts';

const TEXTS = {
  title: { ko: '푸시', en: 'Pushes' },
  none: { ko: '기다리는 푸시가 없어요.', en: 'No push is waiting.' },
  unknown: { ko: '포털에 물어볼 수 없어요.', en: 'The portal cannot be reached.' },
  question: { ko: '포털 화면에 있는 글자를 선택하세요.', en: 'Choose the characters that the portal shows.' },
  from: { ko: '요청한 곳', en: 'Requested from' },
  deny: { ko: '내가 아니에요', en: 'It is not me' },
} as const satisfies Record<string, Bilingual>;

/** Number of groups of characters from which the person chooses. */
const CHOICE_COUNT = 4;

const choiceButton = (choice: string): Markup =>
  html`<button class="quiet" type="submit" name="choice" value="${choice}" data-choice>${choice}</button>`;

const pushItem = (push: Push | null, userId: string, language: Language): Markup => {
  const isoTime = push ? new Date(push.at).toISOString() : '';
  const action = push ? `/phone/${userId}/pushes/${push.id}` : '';
  return html`<li class="push" data-push="${push?.id ?? ''}">
<h3 data-field="service">${push?.service ?? ''}</h3>
<p data-field="purposeText">${push?.purposeText ?? ''}</p>
<p class="muted">${TEXTS.from[language]}: <span data-field="browser">${push?.browser ?? ''}</span> <span data-field="address">${push?.address ?? ''}</span> <time data-field="at" datetime="${isoTime}">${isoTime}</time></p>
<form method="post" action="${action}"><p>${TEXTS.question[language]}</p>
<p class="choices">${(push?.choices ?? Array<string>(CHOICE_COUNT).fill('')).map(choiceButton)}</p>
<button class="deny" type="submit" name="deny" value="Y">${TEXTS.deny[language]}</button></form></li>`;
};

/** The list of waiting pushes on a phone. The page's script shows pushes that arrive later. */
export const pushList = (userId: string, pushes: readonly Push[] | null, language: Language): Markup =>
  html`<section data-pushes="/phone/${userId}/pushes/"><h2>${TEXTS.title[language]}</h2>
<div role="log" aria-label="${TEXTS.title[language]}"><ol class="messages" data-push-list>${(pushes ?? []).map((push) => pushItem(push, userId, language))}</ol><p class="muted">${pushes === null ? TEXTS.unknown[language] : TEXTS.none[language]}</p></div>
<template>${pushItem(null, userId, language)}</template></section>`;
