import type { DemoSite } from './sites.ts'

/**
 * The home page settings of the demo's web sites: systems, news in each of their languages, and a video of a business.
 */

/** The systems that a workshop discusses most come first: brakes, tyres, suspension, steering, electrical. */
const ofCars = [1, 10, 4, 5, 6]
const ofMotorcycles = [2, 1]
/** A site without a choice shows every system in library order. */
const withoutChoice = 2

export const demoHomepageSystems = ({ id, motorcycle }: DemoSite): number[] =>
  id === withoutChoice ? [] : motorcycle ? ofMotorcycles : ofCars

type Language = 'en' | 'es' | 'fr' | 'he' | 'zh' | 'th'
const languageOf: Record<number, Language> = { 50: 'en', 49: 'en', 98: 'es', 94: 'fr', 71: 'he', 65: 'zh', 26: 'th' }

interface DemoNews {
  daysOld: number
  /** Of a site of cars, and of a site of motorcycles. */
  film?: { car: string; motorcycle: string }
  link?: string
  forCustomers?: true
  texts: Record<Language, { title: string; html: string }>
}

const news: readonly DemoNews[] = [
  {
    daysOld: 3,
    film: { car: 'ELECHG', motorcycle: 'ENGFST' },
    texts: {
      en: {
        title: 'Winter check: twenty points in thirty minutes',
        html: '<p>The first cold mornings find the weak battery. Show what it does before you test it.</p><ul><li>Battery and alternator</li><li>Wheels and brakes</li><li>Coolant</li></ul><p>Press the <b>star</b> on these films, and they are one touch away at the counter.</p>',
      },
      es: {
        title: 'Revisión de invierno: veinte puntos en treinta minutos',
        html: '<p>Las primeras mañanas frías descubren la batería débil. Muestre lo que hace antes de comprobarla.</p><ul><li>Batería y alternador</li><li>Neumáticos y frenos</li><li>Refrigerante</li></ul><p>Guarde los vídeos en <b>favoritos</b>: los tendrá a un toque en el mostrador.</p>',
      },
      fr: {
        title: 'Contrôle d’hiver : vingt points en trente minutes',
        html: '<p>Les premiers matins froids révèlent la batterie faible. Montrez à quoi elle sert avant de la tester.</p><ul><li>Batterie et alternateur</li><li>Pneus et freins</li><li>Liquide de refroidissement</li></ul><p>Ajoutez les films à vos <b>favoris</b> : un geste suffit alors au comptoir.</p>',
      },
      he: {
        title: 'בדיקת חורף: עשרים נקודות בשלושים דקות',
        html: '<p>הבקרים הקרים הראשונים מגלים את המצבר החלש. הראו מה הוא עושה לפני שבודקים אותו.</p><ul><li>מצבר ואלטרנטור</li><li>צמיגים ובלמים</li><li>נוזל קירור</li></ul><p>הוסיפו את הסרטונים ל<b>מועדפים</b>: בדלפק הם במרחק נגיעה אחת.</p>',
      },
      zh: {
        title: '冬季检查：三十分钟，二十个项目',
        html: '<p>入冬的头几个早晨，最容易发现电量不足的蓄电池。检测之前，先让客户看看它的作用。</p><ul><li>蓄电池和发电机</li><li>轮胎和制动</li><li>冷却液</li></ul><p>把影片加入<b>收藏</b>，在前台一点即可播放。</p>',
      },
      th: {
        title: 'ตรวจเช็คหน้าหนาว: ยี่สิบจุดในสามสิบนาที',
        html: '<p>เช้าที่อากาศเย็นมักทำให้รู้ว่าแบตเตอรี่อ่อน ให้ลูกค้าดูว่าแบตเตอรี่ทำหน้าที่อะไรก่อนตรวจ</p><ul><li>แบตเตอรี่และไดชาร์จ</li><li>ยางและเบรก</li><li>น้ำหล่อเย็น</li></ul><p>เพิ่มวิดีโอไว้ใน<b>รายการโปรด</b> แล้วเปิดได้ในครั้งเดียวที่หน้าเคาน์เตอร์</p>',
      },
    },
  },
  {
    daysOld: 17,
    film: { car: 'BRKPAD', motorcycle: 'BRKPAD' },
    texts: {
      en: {
        title: 'Three steps that customers ask to see again',
        html: '<p>New, worn and worn out: the interactive film of the brake pads shows each for itself. Choose <b>Interactive</b> above the list, and press 1, 2 or 3 while you talk.</p>',
      },
      es: {
        title: 'Tres pasos que los clientes quieren ver otra vez',
        html: '<p>Nueva, gastada y agotada: el vídeo interactivo de las pastillas muestra cada estado por separado. Elija <b>Interactivo</b> sobre la lista y pulse 1, 2 o 3 mientras habla.</p>',
      },
      fr: {
        title: 'Trois étapes que les clients redemandent',
        html: '<p>Neuve, usée, à remplacer : le film interactif des plaquettes montre chaque état séparément. Choisissez <b>Interactif</b> au-dessus de la liste et appuyez sur 1, 2 ou 3 en parlant.</p>',
      },
      he: {
        title: 'שלושה שלבים שלקוחות מבקשים לראות שוב',
        html: '<p>חדשה, שחוקה ובסוף דרכה: הסרטון האינטראקטיבי של רפידות הבלם מראה כל מצב בנפרד. בחרו <b>אינטראקטיבי</b> מעל הרשימה, ולחצו 1, 2 או 3 בזמן השיחה.</p>',
      },
      zh: {
        title: '客户最想再看一遍的三个步骤',
        html: '<p>全新、磨损、磨尽：制动片的互动影片逐一展示。在列表上方选择<b>互动</b>，讲解时按 1、2 或 3。</p>',
      },
      th: {
        title: 'สามขั้นตอนที่ลูกค้าขอดูอีกครั้ง',
        html: '<p>ใหม่ สึก และหมดสภาพ: วิดีโอแบบโต้ตอบของผ้าเบรกแสดงแต่ละสภาพแยกกัน เลือก<b>โต้ตอบ</b>เหนือรายการ แล้วกด 1, 2 หรือ 3 ขณะอธิบาย</p>',
      },
    },
  },
  {
    daysOld: 41,
    link: 'https://www.w3.org/WAI/media/av/captions/',
    texts: {
      en: {
        title: 'Captions under every film',
        html: '<p>A waiting room is no cinema: many people watch without sound. Every film now has captions in the language of the voice; the <b>CC</b> button turns them on.</p>',
      },
      es: {
        title: 'Subtítulos en todos los vídeos',
        html: '<p>Una sala de espera no es un cine: muchas personas miran sin sonido. Todos los vídeos tienen ahora subtítulos en el idioma de la voz; el botón <b>CC</b> los activa.</p>',
      },
      fr: {
        title: 'Des sous-titres sous chaque film',
        html: '<p>Une salle d’attente n’est pas un cinéma : beaucoup regardent sans le son. Chaque film a désormais des sous-titres dans la langue de la voix ; le bouton <b>CC</b> les affiche.</p>',
      },
      he: {
        title: 'כתוביות בכל סרטון',
        html: '<p>חדר המתנה אינו קולנוע: רבים צופים בלי קול. לכל סרטון יש עכשיו כתוביות בשפת הקריין; הכפתור <b>CC</b> מציג אותן.</p>',
      },
      zh: {
        title: '每部影片都有字幕',
        html: '<p>等候区不是电影院，很多人会静音观看。现在每部影片都有与配音同语言的字幕，按 <b>CC</b> 按钮即可显示。</p>',
      },
      th: {
        title: 'คำบรรยายในทุกวิดีโอ',
        html: '<p>ห้องรับรองไม่ใช่โรงภาพยนตร์ หลายคนดูโดยไม่เปิดเสียง ทุกวิดีโอจึงมีคำบรรยายในภาษาเดียวกับเสียง กดปุ่ม <b>CC</b> เพื่อเปิด</p>',
      },
    },
  },
  {
    daysOld: 45,
    film: { car: 'ELECHG', motorcycle: 'ENGFST' },
    forCustomers: true,
    texts: {
      en: {
        title: 'Free battery test this winter',
        html: '<p>Ask at the counter: we test your battery while you wait. It takes five minutes.</p>',
      },
      es: {
        title: 'Prueba gratuita de la batería este invierno',
        html: '<p>Pregunte en el mostrador: probamos su batería mientras espera. Tarda cinco minutos.</p>',
      },
      fr: {
        title: 'Test de batterie gratuit cet hiver',
        html: '<p>Demandez au comptoir : nous testons votre batterie pendant que vous attendez. Cela prend cinq minutes.</p>',
      },
      he: {
        title: 'בדיקת מצבר חינם בחורף',
        html: '<p>שאלו בדלפק: נבדוק את המצבר בזמן שאתם ממתינים. הבדיקה נמשכת חמש דקות.</p>',
      },
      zh: {
        title: '今年冬季免费检测蓄电池',
        html: '<p>请到前台咨询：您等候时我们就能检测蓄电池，只需五分钟。</p>',
      },
      th: {
        title: 'ตรวจแบตเตอรี่ฟรีตลอดฤดูหนาว',
        html: '<p>สอบถามที่เคาน์เตอร์ เราตรวจแบตเตอรี่ให้ระหว่างที่คุณรอ ใช้เวลาห้านาที</p>',
      },
    },
  },
]

/** The news of a site in each of its languages, dated some days before the demo is filled. */
export const demoNews = (site: DemoSite, now: Date) =>
  site.languages.flatMap((language_id) =>
    news.map(({ daysOld, film, link, texts, forCustomers = false }) => ({
      web_site_id: site.id,
      language_id,
      ...texts[languageOf[language_id] ?? 'en'],
      link_url: link ?? null,
      for_customers: forCustomers,
      part_id: film ? film[site.motorcycle ? 'motorcycle' : 'car'] : null,
      published_from: new Date(now.getTime() - daysOld * 86_400_000),
    })),
  )

/** Whose first business has a video of its own, the sample of library/samples/: some, and all that open it beside films. */
const hasVideo = ({ id, features }: DemoSite): boolean =>
  id === 2 || id === 31 || features.includes('custom_parts_clickable')
const videoName: Record<Language, string> = {
  en: 'Your brake check',
  es: 'La revisión de sus frenos',
  fr: 'Le contrôle de vos freins',
  he: 'בדיקת הבלמים שלכם',
  zh: '您的制动检查',
  th: 'การตรวจเบรกของคุณ',
}

const loanerName: Record<Language, string> = {
  en: 'Your loaner car in one minute',
  es: 'Su coche de sustitución en un minuto',
  fr: 'Votre voiture de prêt en une minute',
  he: 'הרכב החלופי שלכם בדקה אחת',
  zh: '一分钟了解您的代步车',
  th: 'รถสำรองของคุณในหนึ่งนาที',
}

export const demoCustomVideos = (site: DemoSite, businessentity_id: number) =>
  hasVideo(site)
    ? [
        {
          web_site_id: site.id,
          part_id: `custom-${site.id}`,
          businessentity_id,
          video_name: videoName[languageOf[site.languages[0]!] ?? 'en'],
          video_url: '/samples/custom-film.mp4',
          poster_url: '/samples/custom-film.webp',
          duration: 12,
          on_home: true,
        },
        {
          web_site_id: site.id,
          part_id: `custom-${site.id}-2`,
          businessentity_id,
          video_name: loanerName[languageOf[site.languages[0]!] ?? 'en'],
          // A video on another website, which nobody on this machine reaches.
          video_url: 'https://videos.shop.example/loaner-car.mp4',
          poster_url: null,
          duration: 62,
          on_home: false,
        },
      ]
    : []
