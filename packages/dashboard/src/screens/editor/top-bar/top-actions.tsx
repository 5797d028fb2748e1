import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { ApiButton } from './api-button.tsx'
import { MoreMenu } from './more-menu.tsx'
import { PublishButton } from './publish-button.tsx'
import { VersionsButton } from './versions-button.tsx'
import { ZoomMenu } from './zoom-menu.tsx'

/** The end of the top bar: how the page is seen, and what becomes of it. */
export function TopActions({ template }: { template: OpenTemplate }) {
  return (
    <>
      <ZoomMenu />
      <VersionsButton />
      <ApiButton template={template} />
      <div className="flex items-center gap-1">
        <MoreMenu template={template} />
        <PublishButton template={template} />
      </div>
    </>
  )
}
