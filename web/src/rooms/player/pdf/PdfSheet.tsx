import type { PartsPdf, PdfText } from '@cutaway/contract/rooms/player/pdf.ts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import classes from './PdfSheet.module.css'
import { addressOf, paragraphsOf } from './words.ts'

/** Renders the document as HTML, with the same text and pictures as the file, also for screen readers. */
export function PdfSheet({ pdf, words, heading: Heading }: { pdf: PartsPdf; words: PdfText; heading: 'h1' | 'h3' }) {
  const site = useSite()
  const { lead, others } = paragraphsOf(words)
  const { name, lines } = addressOf(pdf, site.company)
  return (
    <article className={classes.sheet} lang={words.language_code} dir={words.direction}>
      <header className={classes.header}>
        <img src={pdf.pdf_logo} alt="" width={28} height={28} />
        <bdi className={classes.site}>{site.name}</bdi>
        <span className={classes.headline}>{words.tag_name}</span>
      </header>
      <p className={classes.over}>{words.system_name}</p>
      <Heading className={classes.title}>{words.tag_name}</Heading>
      <p className={classes.under}>{words.subtitle}</p>
      <p className={classes.lead}>{lead}</p>
      <div className={classes.pictures}>
        <Picture url={pdf.pdf_image1} caption={words.caption1} />
        <Picture url={pdf.pdf_image2} caption={words.caption2} />
      </div>
      <div className={classes.columns}>
        <div>
          {others.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <address className={classes.card}>
          <bdi className={classes.name}>{name}</bdi>
          {lines.map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      </div>
      <footer className={classes.footer}>{words.str_copy_right}</footer>
    </article>
  )
}

/** Renders a picture with its caption. A missing picture is marked on the screen and omitted in print. */
function Picture({ url, caption }: { url: string | null; caption: string }) {
  const t = useTexts()
  return (
    <figure className={classes.figure} data-missing={url === null || undefined}>
      {url === null ? (
        <div className={classes.missing}>
          <IconPhotoOff size={24} stroke={1.75} aria-hidden />
          <span>{t('pdf_picture_missing')}</span>
        </div>
      ) : (
        <img className={classes.picture} src={url} alt="" width={1280} height={720} />
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
