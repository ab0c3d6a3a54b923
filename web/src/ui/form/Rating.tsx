import { useTexts } from '../../core/i18n/i18n.ts'
import { Tag, type TagKind } from '../layout/Tag.tsx'

const kinds: Record<'good' | 'check_soon' | 'replace_now', TagKind> = {
  good: 'green',
  check_soon: 'yellow',
  replace_now: 'red',
}

/** The verdict of an inspection: square, triangle or circle, colour, and the word. */
export function Rating({ rating }: { rating: keyof typeof kinds }) {
  const t = useTexts()
  return <Tag kind={kinds[rating]}>{t(`rating_${rating}`)}</Tag>
}
