import type { Language } from '#i18n/locale.ts';

const TEXTS: Readonly<Record<Language, (link: string, serviceName: string) => string>> = {
  ko: (link, serviceName) =>
    `[${serviceName}] 모바일 앱 등록 링크 (5분 안에 이 휴대폰에서 열기, 타인에게 보내지 마세요)\n${link}`,
  en: (link, serviceName) =>
    `[${serviceName}] Link to register the mobile app (open it on this phone within 5 minutes, send it to nobody)\n${link}`,
};

/** The SMS with the link that registers the mobile app on the phone that receives it. */
export const provisionMessage = (link: string, language: Language, serviceName: string) => ({
  subject: '',
  text: TEXTS[language](link, serviceName),
});
