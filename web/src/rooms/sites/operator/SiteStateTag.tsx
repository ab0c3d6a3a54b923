import type { WebSiteState } from '@cutaway/contract/rooms/sites/operator.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Tag, type TagKind } from '../../../ui/layout/Tag.tsx'

const kinds: Record<WebSiteState, TagKind> = {
  draft: 'plain',
  live: 'green',
  unreachable: 'yellow',
  out_of_service: 'plain',
}

/** The message key of a state. */
export const stateKeys: Record<WebSiteState, string> = {
  draft: 'web_site_draft',
  live: 'web_site_live',
  unreachable: 'web_site_unreachable',
  out_of_service: 'web_site_out',
}

/** The message key of the sentence about a state in which a web site needs attention. */
export const stateTexts: Partial<Record<WebSiteState, string>> = {
  draft: 'web_site_draft_text',
  unreachable: 'web_site_unreachable_text',
}

/** The state of a web site; its title says more. */
export function SiteStateTag({ state, title }: { state: WebSiteState; title?: string | undefined }) {
  const t = useTexts()
  return (
    <span title={title}>
      <Tag kind={kinds[state]}>{t(stateKeys[state])}</Tag>
    </span>
  )
}
