/** The default questions. */
export const DEFAULT_QUESTIONS = [
  {
    questionId: 'teacher',
    ko: '가장 기억에 남는 선생님의 이름은?',
    en: 'Which teacher do you remember best?',
  },
  { questionId: 'trip', ko: '처음으로 혼자 여행한 곳은?', en: 'Where did you first travel alone?' },
  { questionId: 'book', ko: '어릴 때 가장 많이 읽은 책은?', en: 'Which book did you read most as a child?' },
  { questionId: 'street', ko: '어릴 때 살던 동네의 이름은?', en: 'In which neighbourhood did you grow up?' },
  {
    questionId: 'friend',
    ko: '초등학교 때 가장 친했던 친구의 이름은?',
    en: 'Who was your best friend at primary school?',
  },
  {
    questionId: 'dish',
    ko: '가족이 가장 자주 해 준 음식은?',
    en: 'Which dish did your family cook most often?',
  },
];
