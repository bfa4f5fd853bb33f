/** The texts of short pages in Italian, Portuguese and Spanish. */
import type { MessageTexts } from './en.js';

export const southern = {
  es: {
    incomplete: ['Este enlace está incompleto', 'Vuelve atrás y toca el botón otra vez.'],
    dead: ['Este enlace ya no funciona', 'Vuelve a la página donde lo obtuviste y pide uno nuevo.'],
    expired: [
      'Este enlace expiró',
      'Vuelve a la página donde lo obtuviste y toca el botón otra vez.',
    ],
    usedCode: [
      'Este enlace ya se usó o expiró',
      'Vuelve a la página donde lo obtuviste y pide uno nuevo.',
    ],
    failed: ['No funcionó', 'Inténtalo de nuevo en un minuto.'],
    preview: ['Tu pódcast', 'Abre este enlace en tu teléfono.'],
  },
  it: {
    incomplete: ['Questo link è incompleto', 'Torna indietro e tocca di nuovo il pulsante.'],
    dead: [
      'Questo link non funziona più',
      'Torna alla pagina da cui l’hai preso e creane uno nuovo.',
    ],
    expired: [
      'Questo link è scaduto',
      'Torna alla pagina da cui l’hai preso e tocca di nuovo il pulsante.',
    ],
    usedCode: [
      'Questo link è già stato usato o è scaduto',
      'Torna alla pagina da cui l’hai preso e creane uno nuovo.',
    ],
    failed: ['Non ha funzionato', 'Riprova tra un minuto.'],
    preview: ['Il tuo podcast', 'Apri questo link sul telefono.'],
  },
  pt: {
    incomplete: ['Este link está incompleto', 'Volte e toque no botão de novo.'],
    dead: ['Este link não funciona mais', 'Volte à página onde você o recebeu e gere um novo.'],
    expired: ['Este link expirou', 'Volte à página onde você o recebeu e toque no botão de novo.'],
    usedCode: [
      'Este link já foi usado ou expirou',
      'Volte à página onde você o recebeu e gere um novo.',
    ],
    failed: ['Não deu certo', 'Tente de novo em um minuto.'],
    preview: ['Seu podcast', 'Abra este link no celular.'],
  },
  'pt-PT': {
    incomplete: ['Este link está incompleto', 'Volte atrás e toque novamente no botão.'],
    dead: ['Este link já não funciona', 'Volte à página onde o obteve e peça um novo.'],
    expired: ['Este link expirou', 'Volte à página onde o obteve e toque novamente no botão.'],
    usedCode: ['Este link já foi usado ou expirou', 'Volte à página onde o obteve e peça um novo.'],
    failed: ['Algo correu mal', 'Tente novamente daqui a um minuto.'],
    preview: ['O seu podcast', 'Abra este link no telemóvel.'],
  },
} satisfies Record<string, MessageTexts>;
