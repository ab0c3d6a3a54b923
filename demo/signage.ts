import type { MenuBoard } from '@cutaway/contract/rooms/signage/menu-board.ts'
import type { Db } from '@cutaway/server/src/core/db/database.ts'
import type { DemoSite } from './sites.ts'

/** The loop of the waiting room of the first business of each web site: films, a picture and a menu. */

interface Words {
  menu: string
  footnote: string
  image: string
  maintenance: string
  brakes: string
  oil: readonly [name: string, note: string]
  tyres: readonly [string, string]
  battery: readonly [string, string]
  inspection: readonly [string, string]
  pads: readonly [string, string]
  rotors: readonly [string, string]
}

const english: Words = {
  menu: 'Service menu',
  footnote: 'Prices plus tax',
  image: 'Winter check',
  maintenance: 'Maintenance',
  brakes: 'Brakes',
  oil: ['Synthetic oil change', 'With filter, 5 quarts'],
  tyres: ['Tire rotation', 'Four wheels, balanced'],
  battery: ['New battery', 'Tested and fitted'],
  inspection: ['Brake inspection', 'With any service'],
  pads: ['Front brake pads', 'Per axle, with labor'],
  rotors: ['Pads and rotors', 'Per axle, with labor'],
}
const australian: Words = {
  ...english,
  footnote: 'Prices include GST',
  oil: ['Synthetic oil change', 'With filter, 5 litres'],
  tyres: ['Tyre rotation', 'Four wheels, balanced'],
  pads: ['Front brake pads', 'Per axle, with labour'],
  rotors: ['Pads and rotors', 'Per axle, with labour'],
}
const words: Record<number, Words> = {
  50: english,
  49: australian,
  98: {
    menu: 'Menú de servicios',
    footnote: 'Precios sin impuestos',
    image: 'Revisión de invierno',
    maintenance: 'Mantenimiento',
    brakes: 'Frenos',
    oil: ['Cambio de aceite', 'Con filtro, 5 litros'],
    tyres: ['Rotación de neumáticos', 'Cuatro ruedas, equilibradas'],
    battery: ['Batería nueva', 'Probada y montada'],
    inspection: ['Inspección de frenos', 'Con cualquier servicio'],
    pads: ['Pastillas delanteras', 'Por eje, con mano de obra'],
    rotors: ['Pastillas y discos', 'Por eje, con mano de obra'],
  },
  94: {
    menu: 'Carte des services',
    footnote: 'Prix hors taxes',
    image: 'Contrôle d’hiver',
    maintenance: 'Entretien',
    brakes: 'Freins',
    oil: ['Vidange d’huile', 'Avec filtre, 5 litres'],
    tyres: ['Permutation des pneus', 'Quatre roues, équilibrées'],
    battery: ['Batterie neuve', 'Testée et montée'],
    inspection: ['Contrôle des freins', 'Avec tout service'],
    pads: ['Plaquettes avant', 'Par essieu, main-d’œuvre comprise'],
    rotors: ['Plaquettes et disques', 'Par essieu, main-d’œuvre comprise'],
  },
  71: {
    menu: 'תפריט שירותים',
    footnote: 'המחירים כוללים מע״מ',
    image: 'בדיקת חורף',
    maintenance: 'טיפולים',
    brakes: 'בלמים',
    oil: ['החלפת שמן ומסנן', 'סינתטי, עד 5 ליטר'],
    tyres: ['רוטציית צמיגים', 'ארבעה גלגלים, כולל איזון'],
    battery: ['מצבר חדש', 'בדיקה והתקנה'],
    inspection: ['בדיקת בלמים', 'עם כל טיפול'],
    pads: ['רפידות קדמיות', 'לסרן, כולל עבודה'],
    rotors: ['רפידות ודיסקים', 'לסרן, כולל עבודה'],
  },
}

/** Films that every kind of vehicle has, and those of cars. */
const films = { car: ['BRKDSC', 'ENGOIL', 'TYRWER', 'COLCIR'], motorcycle: ['BRKDSC', 'ENGFST', 'BRKPAD'] }

function boardOf(w: Words): MenuBoard {
  const item = (
    key: string,
    [name, note]: readonly [string, string],
    price: MenuBoard['sections'][number]['items'][number]['price'],
    part_id: string | null,
  ) => ({ key, name, note, unit: '', price, available: { kind: 'always' as const }, part_id, picture: null })
  return {
    layout: 'panel',
    footnote: w.footnote,
    sections: [
      {
        key: 'maintenance',
        name: w.maintenance,
        items: [
          item('oil', w.oil, { kind: 'exact', amount: 8900 }, 'ENGOIL'),
          item('tyres', w.tyres, { kind: 'exact', amount: 4900 }, 'TYRWER'),
          item('battery', w.battery, { kind: 'from', amount: 18_900 }, 'ELECHG'),
        ],
      },
      {
        key: 'brakes',
        name: w.brakes,
        items: [
          item('inspection', w.inspection, { kind: 'free' }, 'BRKDSC'),
          item('pads', w.pads, { kind: 'exact', amount: 21_900 }, 'BRKPAD'),
          item('rotors', w.rotors, { kind: 'exact', amount: 38_900 }, 'BRKDSC'),
        ],
      },
    ],
  }
}

/** `users` holds the user of each web site who keeps the loop. */
export async function insertDemoLoops(
  db: Db,
  sites: readonly DemoSite[],
  users: ReadonlyMap<number, number>,
): Promise<void> {
  const kept = sites.flatMap((site) => {
    const user_id = users.get(site.id)
    return user_id === undefined ? [] : [{ site, user_id }]
  })
  const loops = await db
    .insertInto('loops')
    .values(
      kept.map(({ site, user_id }) => ({
        web_site_id: site.id,
        user_id,
        location_id: null,
        play_type: 'custom' as const,
        banner_duration: 10,
        day_parts: '[]',
      })),
    )
    .returning('loop_id')
    .execute()
  await db
    .insertInto('loop_items')
    .values(
      kept.flatMap(({ site, user_id }, i) => {
        const language_id = site.languages[0]!
        const w = words[language_id] ?? english
        const [first, second, ...rest] = (site.motorcycle ? films.motorcycle : films.car).map((part_id) => ({
          kind: 'film' as const,
          part_id,
          language_id,
        }))
        const menu = { kind: 'menu' as const, title: w.menu, content: JSON.stringify(boardOf(w)) }
        const image = { kind: 'image' as const, title: w.image, file_name: '/samples/signage.webp' }
        return [first!, second!, menu, ...rest, image].map((item, n) => ({
          ...item,
          web_site_id: site.id,
          loop_id: loops[i]!.loop_id,
          user_id,
          sequence_no: n + 1,
          day_parts: '[]',
        }))
      }),
    )
    .execute()
}
