import { html } from 'hono/html';
import { copyButton } from '#lab/devices/screen.ts';
import type { Bilingual, Language } from '#lab/web/language.ts';
import type { Markup } from '#lab/web/page.ts';
import type { ReceivedMessage } from './outbox.ts';

const NO_MESSAGES: Bilingual = { ko: '아직 받은 메시지가 없어요.', en: 'Nothing has arrived yet.' };

/** Renders a message. With null it renders the template that the page's script fills when another message arrives. */
export type MessageItem = (message: ReceivedMessage | null, language: Language) => Markup;

/** The arrival time of a message. The page's script shows it in the time zone of the browser. */
export const arrivalTime = (message: ReceivedMessage | null): Markup => {
  const isoTime = message ? new Date(message.at).toISOString() : '';
  return html`<time data-field="at" datetime="${isoTime}">${isoTime}</time>`;
};

/** A button that shows and copies the code of a message. */
export const codeButton = (message: ReceivedMessage | null, language: Language): Markup =>
  copyButton('code', message?.code ?? null, language);

/** A list of messages, the newest first. Screen readers announce messages that arrive later (`role="log"`). */
export const messageList = (
  label: string,
  messages: readonly ReceivedMessage[],
  renderItem: MessageItem,
  language: Language,
): Markup =>
  html`<div role="log" aria-label="${label}"><ol class="messages" data-messages>${messages.map((message) => renderItem(message, language))}</ol><p class="muted">${NO_MESSAGES[language]}</p></div>
<template>${renderItem(null, language)}</template>`;
