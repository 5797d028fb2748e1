# Generated from the OpenAPI of the server by `npm run docs`. Do not edit: the next run overwrites it.
"""Every operation of the API, by collection and verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from ._transport import OMIT, Omit, Page, ServerEvent, Transport, quoted
from .types import (
    AcceptedTrigger,
    Action,
    ActionMappingValueValue,
    ActionOutput,
    ActionOutputThumbnail,
    ActionSample,
    ActionTrigger,
    ActionsConfirmDeletedAnswer,
    ActionsCreateMappingValueField,
    ActionsCreateMappingValueField2,
    ActionsCreateMappingValueText,
    ActionsCreateOutput,
    ActionsCreateStableUrls,
    ActionsCreateWriteBack,
    ActionsEraseAnswer,
    ActionsPreviewAnswer,
    ApiKey,
    ApiKeyWithSecret,
    Asset,
    AssetsUsesAnswer,
    AuditEntry,
    Backup,
    BackupSchedule,
    BackupScheduleAnswer,
    Backups,
    Connection,
    ConnectionTest,
    Delivery,
    DeliveryWithAttempts,
    Design,
    Encoding,
    Estimate,
    Field,
    FilterDraft,
    Font,
    FontFamilies,
    Form,
    FormQuestionSettings,
    FormSubmission,
    FormUpload,
    GoogleFontFamilies,
    HookAnswer,
    Identity,
    Image,
    ImageBatch,
    ImageBatchListed,
    ImageBatchesGetAnswer,
    ImageCreate,
    ImagesCountAnswer,
    ImagesCreatePage,
    InstalledFontFamily,
    Link,
    LoggedRequest,
    Named,
    PreviewRecords,
    PreviewSource,
    PublishedTemplate,
    Record,
    RecordException,
    Replayed,
    RestoredTemplate,
    Row,
    Run,
    RunFailures,
    RunRecord,
    ServerLivezAnswer,
    ServerReadyzAnswer,
    Session,
    Settings,
    SetupGetAnswer,
    SourcesListAnswer,
    Starter,
    Table,
    TableImport,
    TableImportProgress,
    TableSource,
    TablesAddRowsAnswer,
    TablesCountRowsAnswer,
    TablesCreateField,
    TablesCreateView,
    TablesDeleteRowsAnswer,
    TablesRestoreRowsAnswer,
    TablesUpdateRowsAnswer,
    TablesUpdateRowsRow,
    Template,
    TemplateDiff,
    TemplateDraft,
    TemplateDraftDiff,
    TemplateDraftState,
    TemplateDrawn,
    TemplateFonts,
    TemplateUsage,
    TemplateVariables,
    TemplateVersion,
    TemplateVersionWithDesign,
    TemplateWithDesign,
    TemplatesDrawRegionRegion,
    TriggerKind,
    TriggerTest,
    UrlKey,
    UrlKeyWithSecret,
    User,
    UserWithLink,
    Webhook,
    WebhookWithSecret,
)


class TablesourcesApi:
    """`client.tablesources`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self, id: str) -> TableSource:
        """Retrieve the status of image generation.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/tablesources/{quoted(id)}",
        )

    def trigger(
        self,
        id: str,
        *,
        record_ids: Sequence[str] | Omit = OMIT,
        force: bool | Omit = OMIT,
        limit: int | Omit = OMIT,
        metadata: Mapping[str, Any] | Omit = OMIT,
        webhook_url: str | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> AcceptedTrigger:
        """Start image generation.

        The status in the response is always `Starting`: the run that serves this trigger is about
        to start. While a run is active, the trigger joins one follow-up run, so that no trigger is
        lost or duplicated. `GET` returns the status of the action.

        Needs the scope `trigger`.

        Args:
            record_ids: Only these records. Default: the whole view
            force: Also render records that have not changed
            limit: Maximum number of records
            metadata: Stored with the run and sent with its events
            webhook_url: URL that receives the events of this run or image, unsigned. To receive all
                events, create a webhook
        """
        return self._api.json(
            "POST",
            f"/v1/tablesources/{quoted(id)}",
            body={
                "record_ids": record_ids,
                "force": force,
                "limit": limit,
                "metadata": metadata,
                "webhook_url": webhook_url,
            },
            idempotency_key=idempotency_key,
        )


class ActionsApi:
    """`client.actions`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        connection_id: str | Omit = OMIT,
        table_id: str | Omit = OMIT,
    ) -> Page[Action]:
        """List actions, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/actions",
            query={
                "limit": limit,
                "after": after,
                "connection_id": connection_id,
                "table_id": table_id,
            },
        )

    def create(
        self,
        *,
        title: str,
        connection_id: str,
        base_id: str,
        table: str,
        template_id: str,
        view: str | None | Omit = OMIT,
        filter: FilterDraft | None | Omit = OMIT,
        mapping: Mapping[str, ActionsCreateMappingValueField | ActionsCreateMappingValueField2 | ActionMappingValueValue | ActionsCreateMappingValueText] | Omit = OMIT,
        output: ActionOutput | Omit = OMIT,
        outputs: Sequence[ActionsCreateOutput] | Omit = OMIT,
        write_back: ActionsCreateWriteBack | None | Omit = OMIT,
        deleted_records: Literal["keep", "unpublish", "delete"] | Omit = OMIT,
        delete_after_days: int | Omit = OMIT,
        stop_after_failures: int | None | Omit = OMIT,
        file_name: str | None | Omit = OMIT,
        stable_urls: ActionsCreateStableUrls | None | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Action:
        """Create an action.

        Needs the scope `write`.

        Args:
            base_id: As returned by `connections-bases`
            table: Id or name
            view: Id or name
            filter: Conditions that the records of the view must meet. They also apply to records
                that a trigger names
            mapping: By the names bound in the template. A name without an entry uses the field with
                the same name. Default: fields with the name of a variable that have a format, shown
                as in the table
            outputs: The outputs, instead of `output`: each record gets one image for each, such as
                one for each size. Replaces the whole list. If omitted, `template_id`, `output` and
                `write_back` change the first output
            write_back: Fields (id or name) that results are written to
            deleted_records: Effect on the images of a record that was deleted from the table.
                `keep` (default): none. `unpublish`: their URLs return 410. `delete`: also, and
                after `delete_after_days` they are deleted with their inputs and webhook deliveries.
                A record counts as deleted when the whole view was read without it and the table,
                asked twice with at least 10 minutes between, does not have it; leaving the view or
                the filter does not count. If more than half of the records went missing within 7
                days, nothing happens until `actions-confirm-deleted`. A record that comes back is
                published again
            delete_after_days: For `delete`: days from the unpublishing of the images to their
                deletion. For images that are unpublished already, the days of a new setting begin
                when it is saved. Default: 30
            stop_after_failures: End a run as failed when this many records failed for the same
                reason and no output of any record was rendered or skipped. Each worker attempts
                that many records first. The others are cancelled; `runs-run-rest` starts a run for
                them. Default: null (never)
            file_name: Name of the image files: text with expressions over fields of the table. Used
                by downloads, archives and attachments, but not at the public URL of a bucket, where
                files are named by their hash. Each file gets the extension of its own format.
                Default: null (the primary field)
            stable_urls: Give each record a URL that always shows its newest image:
                `/r/<action>/<key>.png`. Anyone who guesses a key can open its image. Default: null
                (off)
        """
        return self._api.json(
            "POST",
            "/v1/actions",
            body={
                "title": title,
                "connection_id": connection_id,
                "base_id": base_id,
                "table": table,
                "view": view,
                "filter": filter,
                "template_id": template_id,
                "mapping": mapping,
                "output": output,
                "outputs": outputs,
                "write_back": write_back,
                "deleted_records": deleted_records,
                "delete_after_days": delete_after_days,
                "stop_after_failures": stop_after_failures,
                "file_name": file_name,
                "stable_urls": stable_urls,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Action:
        """Retrieve an action.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/actions/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        title: str | Omit = OMIT,
        connection_id: str | Omit = OMIT,
        base_id: str | Omit = OMIT,
        table: str | Omit = OMIT,
        view: str | None | Omit = OMIT,
        filter: FilterDraft | None | Omit = OMIT,
        template_id: str | Omit = OMIT,
        mapping: Mapping[str, ActionsCreateMappingValueField | ActionsCreateMappingValueField2 | ActionMappingValueValue | ActionsCreateMappingValueText] | Omit = OMIT,
        output: ActionOutput | Omit = OMIT,
        outputs: Sequence[ActionsCreateOutput] | Omit = OMIT,
        write_back: ActionsCreateWriteBack | None | Omit = OMIT,
        deleted_records: Literal["keep", "unpublish", "delete"] | Omit = OMIT,
        delete_after_days: int | Omit = OMIT,
        stop_after_failures: int | None | Omit = OMIT,
        file_name: str | None | Omit = OMIT,
        stable_urls: ActionsCreateStableUrls | None | Omit = OMIT,
        if_match: str | None = None,
    ) -> Action:
        """Update an action.

        Needs the scope `write`.

        Args:
            base_id: As returned by `connections-bases`
            table: Id or name
            view: Id or name
            filter: Conditions that the records of the view must meet. They also apply to records
                that a trigger names
            mapping: By the names bound in the template. A name without an entry uses the field with
                the same name. Default: fields with the name of a variable that have a format, shown
                as in the table
            outputs: The outputs, instead of `output`: each record gets one image for each, such as
                one for each size. Replaces the whole list. If omitted, `template_id`, `output` and
                `write_back` change the first output
            write_back: Fields (id or name) that results are written to
            deleted_records: Effect on the images of a record that was deleted from the table.
                `keep` (default): none. `unpublish`: their URLs return 410. `delete`: also, and
                after `delete_after_days` they are deleted with their inputs and webhook deliveries.
                A record counts as deleted when the whole view was read without it and the table,
                asked twice with at least 10 minutes between, does not have it; leaving the view or
                the filter does not count. If more than half of the records went missing within 7
                days, nothing happens until `actions-confirm-deleted`. A record that comes back is
                published again
            delete_after_days: For `delete`: days from the unpublishing of the images to their
                deletion. For images that are unpublished already, the days of a new setting begin
                when it is saved. Default: 30
            stop_after_failures: End a run as failed when this many records failed for the same
                reason and no output of any record was rendered or skipped. Each worker attempts
                that many records first. The others are cancelled; `runs-run-rest` starts a run for
                them. Default: null (never)
            file_name: Name of the image files: text with expressions over fields of the table. Used
                by downloads, archives and attachments, but not at the public URL of a bucket, where
                files are named by their hash. Each file gets the extension of its own format.
                Default: null (the primary field)
            stable_urls: Give each record a URL that always shows its newest image:
                `/r/<action>/<key>.png`. Anyone who guesses a key can open its image. Default: null
                (off)
        """
        return self._api.json(
            "PATCH",
            f"/v1/actions/{quoted(id)}",
            body={
                "title": title,
                "connection_id": connection_id,
                "base_id": base_id,
                "table": table,
                "view": view,
                "filter": filter,
                "template_id": template_id,
                "mapping": mapping,
                "output": output,
                "outputs": outputs,
                "write_back": write_back,
                "deleted_records": deleted_records,
                "delete_after_days": delete_after_days,
                "stop_after_failures": stop_after_failures,
                "file_name": file_name,
                "stable_urls": stable_urls,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete an action.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/actions/{quoted(id)}",
        )

    def erase(
        self,
        id: str,
        *,
        record_ids: Sequence[str],
        idempotency_key: str | None = None,
    ) -> ActionsEraseAnswer:
        """Erase everything stored about records.

        For privacy requests: deletes all images of the records in this action with their inputs and
        files, their webhook deliveries and their exceptions. In runs, their ids, names, values and
        failure messages are removed; counts stay. Cannot be undone. Also works for the images of a
        deleted action. Delete the records in their table first, otherwise the next run renders them
        again. Backups contain the data until they expire.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/actions/{quoted(id)}/erase",
            body={
                "record_ids": record_ids,
            },
            idempotency_key=idempotency_key,
        )

    def confirm_deleted(self, id: str, *, idempotency_key: str | None = None) -> ActionsConfirmDeletedAnswer:
        """Confirm that missing records were deleted.

        When more than half of the records of an action are missing from its table, their images are
        kept online, and `warnings` of the action says so. This applies `deleted_records` to them.
        To undo it, restore the records in the table and run the action.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/actions/{quoted(id)}/confirm-deleted",
            idempotency_key=idempotency_key,
        )

    def preview(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        template: Design | Omit = OMIT,
        draw: bool | Omit = OMIT,
        record_ids: Sequence[str] | Omit = OMIT,
        output_name: str | Omit = OMIT,
        modifications: Sequence[Mapping[str, Any]] | Omit = OMIT,
        connection_id: str | Omit = OMIT,
        base_id: str | Omit = OMIT,
        table: str | Omit = OMIT,
        view: str | None | Omit = OMIT,
        filter: FilterDraft | None | Omit = OMIT,
        template_id: str | Omit = OMIT,
        mapping: Mapping[str, ActionsCreateMappingValueField | ActionsCreateMappingValueField2 | ActionMappingValueValue | ActionsCreateMappingValueText] | Omit = OMIT,
        output: ActionOutput | Omit = OMIT,
        outputs: Sequence[ActionsCreateOutput] | Omit = OMIT,
        write_back: ActionsCreateWriteBack | None | Omit = OMIT,
        stop_after_failures: int | None | Omit = OMIT,
        file_name: str | None | Omit = OMIT,
        stable_urls: ActionsCreateStableUrls | None | Omit = OMIT,
    ) -> ActionsPreviewAnswer:
        """Render the records most likely to break the design, without storing them.

        Chooses from up to 500 records of the view: the longest text, a missing picture, the most
        empty fields, right-to-left text and others. Returns the reasons.

        Needs the scope `read`.

        Args:
            limit: Number of records. Maximum 10 if they are rendered
            template: A design to use instead of the action's template, such as unsaved changes
            draw: `false` returns only the records and the values for the design
            record_ids: Use these records instead of choosing from the view. They can be outside of
                view and filter, but not for a key that is limited to the action
            output_name: The output to render. Default: the first
            modifications: Used instead of the saved exceptions of the records
            base_id: As returned by `connections-bases`
            table: Id or name
            view: Id or name
            filter: Conditions that the records of the view must meet. They also apply to records
                that a trigger names
            mapping: By the names bound in the template. A name without an entry uses the field with
                the same name. Default: fields with the name of a variable that have a format, shown
                as in the table
            outputs: The outputs, instead of `output`: each record gets one image for each, such as
                one for each size. Replaces the whole list. If omitted, `template_id`, `output` and
                `write_back` change the first output
            write_back: Fields (id or name) that results are written to
            stop_after_failures: End a run as failed when this many records failed for the same
                reason and no output of any record was rendered or skipped. Each worker attempts
                that many records first. The others are cancelled; `runs-run-rest` starts a run for
                them. Default: null (never)
            file_name: Name of the image files: text with expressions over fields of the table. Used
                by downloads, archives and attachments, but not at the public URL of a bucket, where
                files are named by their hash. Each file gets the extension of its own format.
                Default: null (the primary field)
            stable_urls: Give each record a URL that always shows its newest image:
                `/r/<action>/<key>.png`. Anyone who guesses a key can open its image. Default: null
                (off)
        """
        return self._api.json(
            "POST",
            f"/v1/actions/{quoted(id)}/preview",
            body={
                "limit": limit,
                "template": template,
                "draw": draw,
                "record_ids": record_ids,
                "output_name": output_name,
                "modifications": modifications,
                "connection_id": connection_id,
                "base_id": base_id,
                "table": table,
                "view": view,
                "filter": filter,
                "template_id": template_id,
                "mapping": mapping,
                "output": output,
                "outputs": outputs,
                "write_back": write_back,
                "stop_after_failures": stop_after_failures,
                "file_name": file_name,
                "stable_urls": stable_urls,
            },
        )

    def sample(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        connection_id: str | Omit = OMIT,
        base_id: str | Omit = OMIT,
        table: str | Omit = OMIT,
        view: str | None | Omit = OMIT,
        filter: FilterDraft | None | Omit = OMIT,
        template_id: str | Omit = OMIT,
        mapping: Mapping[str, ActionsCreateMappingValueField | ActionsCreateMappingValueField2 | ActionMappingValueValue | ActionsCreateMappingValueText] | Omit = OMIT,
        output: ActionOutput | Omit = OMIT,
        outputs: Sequence[ActionsCreateOutput] | Omit = OMIT,
        write_back: ActionsCreateWriteBack | None | Omit = OMIT,
        stop_after_failures: int | None | Omit = OMIT,
        file_name: str | None | Omit = OMIT,
        stable_urls: ActionsCreateStableUrls | None | Omit = OMIT,
    ) -> ActionSample:
        """List the first matching records of an action, and count them.

        Applies the filter to up to 500 records of the view; renders nothing.

        Needs the scope `read`.

        Args:
            base_id: As returned by `connections-bases`
            table: Id or name
            view: Id or name
            filter: Conditions that the records of the view must meet. They also apply to records
                that a trigger names
            mapping: By the names bound in the template. A name without an entry uses the field with
                the same name. Default: fields with the name of a variable that have a format, shown
                as in the table
            outputs: The outputs, instead of `output`: each record gets one image for each, such as
                one for each size. Replaces the whole list. If omitted, `template_id`, `output` and
                `write_back` change the first output
            write_back: Fields (id or name) that results are written to
            stop_after_failures: End a run as failed when this many records failed for the same
                reason and no output of any record was rendered or skipped. Each worker attempts
                that many records first. The others are cancelled; `runs-run-rest` starts a run for
                them. Default: null (never)
            file_name: Name of the image files: text with expressions over fields of the table. Used
                by downloads, archives and attachments, but not at the public URL of a bucket, where
                files are named by their hash. Each file gets the extension of its own format.
                Default: null (the primary field)
            stable_urls: Give each record a URL that always shows its newest image:
                `/r/<action>/<key>.png`. Anyone who guesses a key can open its image. Default: null
                (off)
        """
        return self._api.json(
            "POST",
            f"/v1/actions/{quoted(id)}/sample",
            body={
                "limit": limit,
                "connection_id": connection_id,
                "base_id": base_id,
                "table": table,
                "view": view,
                "filter": filter,
                "template_id": template_id,
                "mapping": mapping,
                "output": output,
                "outputs": outputs,
                "write_back": write_back,
                "stop_after_failures": stop_after_failures,
                "file_name": file_name,
                "stable_urls": stable_urls,
            },
        )

    def run(
        self,
        id: str,
        *,
        record_ids: Sequence[str] | Omit = OMIT,
        force: bool | Omit = OMIT,
        limit: int | Omit = OMIT,
        metadata: Mapping[str, Any] | Omit = OMIT,
        webhook_url: str | Omit = OMIT,
        dry_run: bool | Omit = OMIT,
        over_budget: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Estimate | Run:
        """Start a run, or estimate one.

        Returns 201 with the run that serves the trigger. With `dry_run`, starts nothing and returns
        200 with an estimate.

        Needs the scope `trigger`.

        Args:
            record_ids: Only these records. Default: the whole view
            force: Also render records that have not changed
            limit: Maximum number of records
            metadata: Stored with the run and sent with its events
            webhook_url: URL that receives the events of this run or image, unsigned. To receive all
                events, create a webhook
            dry_run: Only estimate the run
            over_budget: Start the run even if it is certain to need more requests than the
                connection has left this month. Otherwise such a run is rejected (`conflict`)
        """
        return self._api.json(
            "POST",
            f"/v1/actions/{quoted(id)}/runs",
            body={
                "record_ids": record_ids,
                "force": force,
                "limit": limit,
                "metadata": metadata,
                "webhook_url": webhook_url,
                "dry_run": dry_run,
                "over_budget": over_budget,
            },
            idempotency_key=idempotency_key,
        )


class ExceptionsApi:
    """`client.exceptions`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, id: str, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[RecordException]:
        """List the exceptions of an action, by record id.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            f"/v1/actions/{quoted(id)}/exceptions",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def get(self, id: str, record_id: str) -> RecordException:
        """Retrieve the exception of a record.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/actions/{quoted(id)}/exceptions/{quoted(record_id)}",
        )

    def save(
        self,
        id: str,
        record_id: str,
        *,
        modifications: Sequence[Mapping[str, Any]],
    ) -> RecordException:
        """Change only the images of one record.

        Replaces the exception of the record: properties of layers, as in `modifications` of an
        image, that override the template and the fields. It takes effect in the next run of the
        record and in all later ones, also with new versions of the template. Modifications that
        were valid when they were saved may be sent again unchanged, also if the template has lost
        their layer. To render the record immediately, start a run with `record_ids`.

        Needs the scope `write`.
        """
        return self._api.json(
            "PUT",
            f"/v1/actions/{quoted(id)}/exceptions/{quoted(record_id)}",
            body={
                "modifications": modifications,
            },
        )

    def delete(self, id: str, record_id: str) -> None:
        """Remove the exception of a record.

        The next run of the record renders its images without it.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/actions/{quoted(id)}/exceptions/{quoted(record_id)}",
        )


class RunsApi:
    """`client.runs`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        action_id: str | Omit = OMIT,
        state: Literal["waiting", "active", "completed", "failed", "cancelled"] | Omit = OMIT,
        outcome: Literal["completed", "completed_with_failures", "failed", "cancelled"] | Omit = OMIT,
    ) -> Page[Run]:
        """List runs, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            outcome: Only runs that ended with this outcome
        """
        return self._api.json(
            "GET",
            "/v1/runs",
            query={
                "limit": limit,
                "after": after,
                "action_id": action_id,
                "state": state,
                "outcome": outcome,
            },
        )

    def get(self, id: str) -> Run:
        """Retrieve a run with its counts.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/runs/{quoted(id)}",
        )

    def records(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        state: Literal["pending", "rendered", "skipped", "failed", "cancelled"] | Omit = OMIT,
        warnings: Literal["true", "enlarged", "hard_to_scan", "invalid", "missing_features", "missing_glyphs", "missing_image", "overflows", "repeated_colors", "shrunk", "truncated", "unformatted", "unused_exception", "duplicate_key", "no_key"] | Omit = OMIT,
        failure_group: str | Omit = OMIT,
    ) -> Page[RunRecord]:
        """List the records of a run with their outcomes.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            warnings: Only records whose image has this warning, or any warning: `true`
            failure_group: Only records that failed for this reason, as returned by `runs-failures`
        """
        return self._api.json(
            "GET",
            f"/v1/runs/{quoted(id)}/records",
            query={
                "limit": limit,
                "after": after,
                "state": state,
                "warnings": warnings,
                "failure_group": failure_group,
            },
        )

    def failures(self, id: str) -> RunFailures:
        """List the reasons why records of a run failed, with counts.

        The most frequent reason first. Pictable counts during the run, so the request takes the
        same time for any number of records.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/runs/{quoted(id)}/failures",
        )

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> Run:
        """Cancel an active or waiting run.

        Rendered images are kept. If a follow-up run is waiting, it starts.

        Needs the scope `trigger`.
        """
        return self._api.json(
            "POST",
            f"/v1/runs/{quoted(id)}/cancel",
            idempotency_key=idempotency_key,
        )

    def retry_failed(self, id: str, *, idempotency_key: str | None = None) -> Run:
        """Start a run for the failed records.

        Needs the scope `trigger`.
        """
        return self._api.json(
            "POST",
            f"/v1/runs/{quoted(id)}/retry-failed",
            idempotency_key=idempotency_key,
        )

    def run_rest(self, id: str, *, idempotency_key: str | None = None) -> Run:
        """Start a run for the cancelled records.

        For a run that stopped early or was cancelled. If the run ended before the table was read
        completely, the new run processes everything that was requested.

        Needs the scope `trigger`.
        """
        return self._api.json(
            "POST",
            f"/v1/runs/{quoted(id)}/run-rest",
            idempotency_key=idempotency_key,
        )


class TemplatesApi:
    """`client.templates`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Template]:
        """List templates, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/templates",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        design: Design,
        name: str | Omit = OMIT,
        sample: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        publish: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> TemplateWithDesign:
        """Create a template.

        Needs the scope `write`.

        Args:
            sample: Values for previews of the design. They are not used for images
        """
        return self._api.json(
            "POST",
            "/v1/templates",
            body={
                "name": name,
                "design": design,
                "sample": sample,
                "publish": publish,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> TemplateWithDesign:
        """Retrieve a template with its latest design.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        name: str | Omit = OMIT,
        design: Design | Omit = OMIT,
        sample: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        preview_source: PreviewSource | None | Omit = OMIT,
        if_match: str | None = None,
    ) -> TemplateWithDesign:
        """Update a template, or save a new version of its design.

        Images change only when the version is published.

        Needs the scope `write`.

        Args:
            sample: Values for previews of the design. They are not used for images
            preview_source: Whose records the editor shows. null: those of the first action that
                uses the template
        """
        return self._api.json(
            "PATCH",
            f"/v1/templates/{quoted(id)}",
            body={
                "name": name,
                "design": design,
                "sample": sample,
                "preview_source": preview_source,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete an unused template.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/templates/{quoted(id)}",
        )

    def versions(self, id: str, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[TemplateVersion]:
        """List versions, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/versions",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def version(self, id: str, version: int) -> TemplateVersionWithDesign:
        """Retrieve a version with its design.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/versions/{quoted(version)}",
        )

    def diff(self, id: str, version: int, *, to: int | Omit = OMIT) -> TemplateDiff:
        """Compare two versions.

        Needs the scope `read`.

        Args:
            to: Default: the latest version
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/versions/{quoted(version)}/diff",
            query={
                "to": to,
            },
        )

    def restore(
        self,
        id: str,
        version: int,
        *,
        publish: bool | Omit = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> RestoredTemplate:
        """Restore an older version as a new one.

        The versions in between are kept. Images change only when the version is published.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/templates/{quoted(id)}/versions/{quoted(version)}/restore",
            body={
                "publish": publish,
            },
            idempotency_key=idempotency_key,
            if_match=if_match,
        )

    def schema(self) -> Mapping[str, Any]:
        """Retrieve the JSON Schema of designs.

        Editors use it to complete and check a design whose `$schema` is this URL.
        """
        return self._api.json(
            "GET",
            "/v1/template-schema.json",
        )

    def publish(
        self,
        id: str,
        *,
        version: int | Omit = OMIT,
        note: str | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> PublishedTemplate:
        """Publish a version.

        Needs the scope `write`.

        Args:
            version: Default: the latest version
            note: Note about the version
        """
        return self._api.json(
            "POST",
            f"/v1/templates/{quoted(id)}/publish",
            body={
                "version": version,
                "note": note,
            },
            idempotency_key=idempotency_key,
        )

    def preview(
        self,
        id: str,
        *,
        version: int | Omit = OMIT,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        modifications: Sequence[Mapping[str, Any]] | Omit = OMIT,
        format: Literal["png", "jpeg", "webp", "avif", "pdf"] | Omit = OMIT,
        quality: int | Omit = OMIT,
        effort: Literal["fast", "balanced", "small"] | Omit = OMIT,
        scale: float | Omit = OMIT,
        encoding: Encoding | Omit = OMIT,
        transparent: bool | Omit = OMIT,
    ) -> bytes:
        """Render a template without storing the image.

        Needs the scope `read`.

        Args:
            version: Default: the latest version
            modifications: Properties of layers to change, by layer name
            quality: From 1 (smallest file) to 100. Default: the usual value of each format
            effort: `fast`: larger files in less time; `small`: smaller files in more time. Not for
                PDF and GIF. Default: balanced; fast for previews
            scale: Multiplies the template's size
            transparent: Leave out the template's background; JPEG shows white there
        """
        return self._api.content(
            "POST",
            f"/v1/templates/{quoted(id)}/preview",
            body={
                "version": version,
                "values": values,
                "modifications": modifications,
                "format": format,
                "quality": quality,
                "effort": effort,
                "scale": scale,
                "encoding": encoding,
                "transparent": transparent,
            },
        )

    def thumbnail(
        self,
        id: str,
        *,
        version: int | Omit = OMIT,
        width: int | Omit = OMIT,
        revision: int | Omit = OMIT,
    ) -> bytes:
        """Retrieve a thumbnail of a template with its sample values.

        Texts without a value show their own name.

        Needs the scope `read`.

        Args:
            version: Default: the latest version
            width: Maximum width in pixels; the height follows
            revision: Revision of the template, which makes the URL unique for caches
        """
        return self._api.content(
            "GET",
            f"/v1/templates/{quoted(id)}/thumbnail",
            query={
                "version": version,
                "width": width,
                "revision": revision,
            },
        )

    def draw(
        self,
        *,
        design: Design,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        width: int | Omit = OMIT,
    ) -> TemplateDrawn:
        """Check and render an unsaved design without storing it.

        For editors. Errors in the design return 400, with the place of each error.

        Needs the scope `read`.

        Args:
            values: Names without a binding in the design are ignored; texts without a value show
                their name. A list where one value is expected returns 400
            width: Maximum width in pixels; the height follows
        """
        return self._api.json(
            "POST",
            "/v1/template-preview",
            body={
                "design": design,
                "values": values,
                "width": width,
            },
        )

    def records(
        self,
        *,
        source: PreviewSource,
        design: Design | Omit = OMIT,
        search: str | Omit = OMIT,
        record_ids: Sequence[str] | Omit = OMIT,
        limit: int | Omit = OMIT,
    ) -> PreviewRecords:
        """List records to edit a design with.

        Chooses from up to 500 records of the view: those most likely to break the design, then the
        first ones. Returns every name that the design can bind, with its values.

        Needs the scope `read`.

        Args:
            design: The records are chosen by the names that it binds. Default: by all
            search: Only records that contain this text in any field
            record_ids: Use these records instead of choosing. Missing ones are left out
            limit: Number of records
        """
        return self._api.json(
            "POST",
            "/v1/template-preview/records",
            body={
                "source": source,
                "design": design,
                "search": search,
                "record_ids": record_ids,
                "limit": limit,
            },
        )

    def usage(self, id: str) -> TemplateUsage:
        """List the actions that use a template.

        Says how many records each action renders again at its next run after another version is
        published. No table is read.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/usage",
        )

    def draw_region(
        self,
        *,
        design: Design,
        region: TemplatesDrawRegionRegion,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        scale: float | Omit = OMIT,
    ) -> bytes:
        """Render a part of an unsaved design without loss.

        The pixels are those of the whole image at this scale. At most 16 million.

        Needs the scope `read`.

        Args:
            values: Names without a binding in the design are ignored; texts without a value show
                their name. A list where one value is expected returns 400
            region: Part of the page, in pixels of the design
            scale: Pixels of the image per pixel of the design
        """
        return self._api.content(
            "POST",
            "/v1/template-preview/region",
            body={
                "design": design,
                "values": values,
                "region": region,
                "scale": scale,
            },
        )

    def draw_image(
        self,
        *,
        design: Design,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        format: Literal["png", "jpeg", "webp", "avif", "pdf"] | Omit = OMIT,
        quality: int | Omit = OMIT,
        effort: Literal["fast", "balanced", "small"] | Omit = OMIT,
        scale: float | Omit = OMIT,
        encoding: Encoding | Omit = OMIT,
        transparent: bool | Omit = OMIT,
    ) -> bytes:
        """Render an unsaved design as an image without storing it.

        Needs the scope `read`.

        Args:
            values: Names without a binding in the design are ignored; texts without a value show
                their name. A list where one value is expected returns 400
            quality: From 1 (smallest file) to 100. Default: the usual value of each format
            effort: `fast`: larger files in less time; `small`: smaller files in more time. Not for
                PDF and GIF. Default: balanced; fast for previews
            scale: Multiplies the template's size
            transparent: Leave out the template's background; JPEG shows white there
        """
        return self._api.content(
            "POST",
            "/v1/template-preview/image",
            body={
                "design": design,
                "values": values,
                "format": format,
                "quality": quality,
                "effort": effort,
                "scale": scale,
                "encoding": encoding,
                "transparent": transparent,
            },
        )

    def variables(self, id: str) -> TemplateVariables:
        """List the variables of a template.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/variables",
        )


class DraftsApi:
    """`client.drafts`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self, id: str) -> TemplateDraft:
        """Retrieve the draft of a template.

        A template has one draft: the changes of its editor that are not saved as a version yet.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/draft",
        )

    def diff(self, id: str, *, from_: int | Omit = OMIT) -> TemplateDraftDiff:
        """Compare a version with the draft of a template.

        Returns what publishing the draft changes.

        Needs the scope `read`.

        Args:
            from_: Default: the published version, else the one that the draft changes
        """
        return self._api.json(
            "GET",
            f"/v1/templates/{quoted(id)}/draft/diff",
            query={
                "from": from_,
            },
        )

    def save(
        self,
        id: str,
        *,
        session: str,
        base_version: int,
        design: Design,
        sample: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        if_match: str | None = None,
    ) -> TemplateDraft:
        """Save the draft of a template.

        Creates no version and no entry in the audit log. The first save claims a lease of 15
        seconds, and each save renews it. Until it ends, other editors get 409. Send the ETag of the
        draft as `If-Match`.

        Needs the scope `write`.

        Args:
            session: Id that the editor chooses when it opens, one per tab
            sample: Values for previews of the design. They are saved with the template, not
                published. Default: unchanged
        """
        return self._api.json(
            "PUT",
            f"/v1/templates/{quoted(id)}/draft",
            body={
                "session": session,
                "base_version": base_version,
                "design": design,
                "sample": sample,
            },
            if_match=if_match,
        )

    def discard(self, id: str, *, session: str, if_match: str | None = None) -> TemplateDraft:
        """Discard the draft of a template.

        Needs the scope `write`.

        Args:
            session: Id that the editor chooses when it opens, one per tab
        """
        return self._api.json(
            "DELETE",
            f"/v1/templates/{quoted(id)}/draft",
            query={
                "session": session,
            },
            if_match=if_match,
        )

    def claim(
        self,
        id: str,
        *,
        session: str,
        take_over: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> TemplateDraftState:
        """Claim or renew the lease of a draft.

        `editing` in the response names the holder. With `take_over`, the holder is asked to save
        and release it; repeat the request until you hold it. A holder that does not release it
        loses it after 3 seconds.

        Needs the scope `write`.

        Args:
            session: Id that the editor chooses when it opens, one per tab
        """
        return self._api.json(
            "POST",
            f"/v1/templates/{quoted(id)}/draft/lease",
            body={
                "session": session,
                "take_over": take_over,
            },
            idempotency_key=idempotency_key,
        )

    def release(self, id: str, *, session: str) -> None:
        """Release the lease of a draft.

        The lease passes to the editor that asked to take over, if there is one.

        Needs the scope `write`.

        Args:
            session: Id that the editor chooses when it opens, one per tab
        """
        self._api.json(
            "DELETE",
            f"/v1/templates/{quoted(id)}/draft/lease",
            query={
                "session": session,
            },
        )

    def publish(
        self,
        id: str,
        *,
        session: str,
        note: str | Omit = OMIT,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> PublishedTemplate:
        """Publish the draft of a template.

        Saves the draft as a version, publishes it and clears the draft, in one transaction. If a
        version was saved since the draft began, the response is 412: merge it first.

        Needs the scope `write`.

        Args:
            session: Id that the editor chooses when it opens, one per tab
            note: Note about the version
        """
        return self._api.json(
            "POST",
            f"/v1/templates/{quoted(id)}/draft/publish",
            body={
                "session": session,
                "note": note,
            },
            idempotency_key=idempotency_key,
            if_match=if_match,
        )


class TemplateFilesApi:
    """`client.template_files`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def fonts(self) -> TemplateFonts:
        """List the font files that designs can use.

        For `createBrowserRenderer({ fonts })` of `@pictable/renderer/browser`: bundled and custom
        fonts.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/template-fonts",
        )

    def font(self, release: str, name: str) -> bytes:
        """Download a bundled font file.

        The URL contains the release, so browsers can cache the file for a year.

        Needs the scope `read`.
        """
        return self._api.content(
            "GET",
            f"/v1/template-fonts/{quoted(release)}/{quoted(name)}",
        )

    def layout_tables(
        self,
        data: bytes | str,
        *,
        content_type: str = "application/octet-stream",
    ) -> bytes:
        """Unpack the layout tables of a WOFF2 font.

        Browsers do not expose the tables inside WOFF2. Outlines are left out.

        Needs the scope `read`.
        """
        return self._api.content(
            "POST",
            "/v1/template-fonts/layout-tables",
            data=data,
            content_type=content_type,
        )

    def load(self, *, src: str) -> bytes:
        """Load a picture or font that a design or record refers to.

        Assets, and URLs within the network policy for pictures of records. Files that are neither
        pictures nor fonts are rejected.

        Needs the scope `read`.

        Args:
            src: `asset:<id>` or a URL
        """
        return self._api.content(
            "POST",
            "/v1/template-files",
            body={
                "src": src,
            },
        )


class StartersApi:
    """`client.starters`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> Page[Starter]:
        """List starters.

        In the order of the gallery.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/starters",
        )

    def picture(self, name: str, *, width: int | Omit = OMIT) -> bytes:
        """Retrieve a preview of a starter.

        Needs the scope `read`.

        Args:
            width: Maximum width in pixels; the height follows
        """
        return self._api.content(
            "GET",
            f"/v1/starters/{quoted(name)}/picture",
            query={
                "width": width,
            },
        )

    def use(
        self,
        name: str,
        *,
        publish: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> TemplateWithDesign:
        """Create a template from a starter.

        Includes its sample values; its pictures are stored as assets. Version 1 is published,
        unless `publish` is false.

        Needs the scope `write`.

        Args:
            publish: Whether version 1 is published, so that actions can use it. Default: true
        """
        return self._api.json(
            "POST",
            f"/v1/starters/{quoted(name)}",
            body={
                "publish": publish,
            },
            idempotency_key=idempotency_key,
        )


class TriggerKindsApi:
    """`client.trigger_kinds`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> Page[TriggerKind]:
        """List the kinds of triggers.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/trigger-kinds",
        )


class TriggersApi:
    """`client.triggers`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        action_id: str | Omit = OMIT,
    ) -> Page[ActionTrigger]:
        """List triggers, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/triggers",
            query={
                "limit": limit,
                "after": after,
                "action_id": action_id,
            },
        )

    def create(
        self,
        *,
        action_id: str,
        kind: str,
        settings: Mapping[str, Any] | Omit = OMIT,
        active: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> ActionTrigger:
        """Create a trigger.

        Needs the scope `write`.

        Args:
            settings: Settings that the kind defines
            active: Default: true
        """
        return self._api.json(
            "POST",
            "/v1/triggers",
            body={
                "action_id": action_id,
                "kind": kind,
                "settings": settings,
                "active": active,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> ActionTrigger:
        """Retrieve a trigger.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/triggers/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        settings: Mapping[str, Any] | Omit = OMIT,
        active: bool | Omit = OMIT,
        if_match: str | None = None,
    ) -> ActionTrigger:
        """Update, pause or resume a trigger.

        Needs the scope `write`.

        Args:
            settings: Settings that the kind defines
            active: Default: true
        """
        return self._api.json(
            "PATCH",
            f"/v1/triggers/{quoted(id)}",
            body={
                "settings": settings,
                "active": active,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete a trigger and what it created at the table.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/triggers/{quoted(id)}",
        )

    def rotate(self, id: str, *, idempotency_key: str | None = None) -> ActionTrigger:
        """Rotate the URL of a trigger.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/triggers/{quoted(id)}/rotate",
            idempotency_key=idempotency_key,
        )

    def test(self, id: str) -> TriggerTest:
        """Show what a trigger would do, without starting anything.

        Needs the scope `read`.
        """
        return self._api.json(
            "POST",
            f"/v1/triggers/{quoted(id)}/test",
        )

    def fire(self, id: str, *, idempotency_key: str | None = None) -> Run:
        """Fire a trigger.

        Needs the scope `trigger`.
        """
        return self._api.json(
            "POST",
            f"/v1/triggers/{quoted(id)}/fire",
            idempotency_key=idempotency_key,
        )


class HooksApi:
    """`client.hooks`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def open(self, token: str, *, record_id: str | Omit = OMIT) -> bytes:
        """Fire a trigger by opening its URL, from a button or a formula field.

        Args:
            record_id: Render only this record. Default: all records of the view
        """
        return self._api.content(
            "GET",
            f"/v1/hooks/{quoted(token)}",
            query={
                "record_id": record_id,
            },
        )

    def call(
        self,
        token: str,
        data: bytes | str,
        *,
        record_id: str | Omit = OMIT,
        content_type: str = "application/octet-stream",
        idempotency_key: str | None = None,
    ) -> HookAnswer:
        """Fire a trigger by calling its URL.

        A JSON body can name records by `record_id` or `record_ids` (1 to 5,000 ids); other keys are
        ignored. Without these keys, all records of the view are rendered. An empty list or an
        invalid id starts no run and returns 400.

        Args:
            record_id: Render only this record. Default: all records of the view
        """
        return self._api.json(
            "POST",
            f"/v1/hooks/{quoted(token)}",
            query={
                "record_id": record_id,
            },
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )


class ConnectionsApi:
    """`client.connections`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Connection]:
        """List connections, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/connections",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        name: str,
        source: str,
        settings: Mapping[str, Any],
        idempotency_key: str | None = None,
    ) -> Connection:
        """Create a connection to an account of a source.

        Needs the scope `write`.

        Args:
            settings: Settings that the source defines
        """
        return self._api.json(
            "POST",
            "/v1/connections",
            body={
                "name": name,
                "source": source,
                "settings": settings,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Connection:
        """Retrieve a connection.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        name: str | Omit = OMIT,
        settings: Mapping[str, Any] | Omit = OMIT,
        if_match: str | None = None,
    ) -> Connection:
        """Update a connection.

        A secret sent as shown (`***…`) keeps its value. Changing a destination setting (host, URL,
        CA certificate, weaker `ssl`) requires the secrets again.

        Needs the scope `write`.

        Args:
            settings: Settings that the source defines
        """
        return self._api.json(
            "PATCH",
            f"/v1/connections/{quoted(id)}",
            body={
                "name": name,
                "settings": settings,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete an unused connection.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/connections/{quoted(id)}",
        )

    def test(self, id: str) -> ConnectionTest:
        """Test a connection.

        Needs the scope `read`.
        """
        return self._api.json(
            "POST",
            f"/v1/connections/{quoted(id)}/test",
        )

    def bases(self, id: str) -> Page[Named]:
        """List the bases of an account.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}/bases",
        )

    def tables(self, id: str, *, base_id: str) -> Page[Named]:
        """List the tables of a base.

        Needs the scope `read`.

        Args:
            base_id: As returned by `connections-bases`
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}/tables",
            query={
                "base_id": base_id,
            },
        )

    def views(self, id: str, *, base_id: str, table_id: str) -> Page[Named]:
        """List the views of a table.

        Needs the scope `read`.

        Args:
            base_id: As returned by `connections-bases`
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}/views",
            query={
                "base_id": base_id,
                "table_id": table_id,
            },
        )

    def fields(self, id: str, *, base_id: str, table_id: str) -> Page[Field]:
        """List the fields of a table.

        Needs the scope `read`.

        Args:
            base_id: As returned by `connections-bases`
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}/fields",
            query={
                "base_id": base_id,
                "table_id": table_id,
            },
        )

    def records(
        self,
        id: str,
        *,
        base_id: str,
        table_id: str,
        view_id: str | Omit = OMIT,
        limit: int | Omit = OMIT,
    ) -> Page[Record]:
        """List the first records of a table or view.

        Leaves out records that would make the answer longer than about 1,000,000 characters.

        Needs the scope `read`.

        Args:
            base_id: As returned by `connections-bases`
        """
        return self._api.json(
            "GET",
            f"/v1/connections/{quoted(id)}/records",
            query={
                "base_id": base_id,
                "table_id": table_id,
                "view_id": view_id,
                "limit": limit,
            },
        )


class SourcesApi:
    """`client.sources`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> SourcesListAnswer:
        """List the kinds of sources.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/sources",
        )


class TablesApi:
    """`client.tables`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Table]:
        """List built-in tables, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/tables",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        name: str,
        fields: Sequence[TablesCreateField],
        views: Sequence[TablesCreateView] | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Table:
        """Create a table.

        Needs the scope `write`.

        Args:
            fields: The first field is the label of a row. It cannot be a link
        """
        return self._api.json(
            "POST",
            "/v1/tables",
            body={
                "name": name,
                "fields": fields,
                "views": views,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Table:
        """Retrieve a table.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/tables/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        misfits: Literal["refuse", "empty"] | Omit = OMIT,
        name: str | Omit = OMIT,
        fields: Sequence[TablesCreateField] | Omit = OMIT,
        views: Sequence[TablesCreateView] | Omit = OMIT,
        if_match: str | None = None,
    ) -> Table:
        """Update a table.

        Fields and views that are not in their list are deleted. A field or view keeps its id if the
        list contains its id or its name. If the kind of a field changes, its values are converted.

        Needs the scope `write`.

        Args:
            misfits: Whether values that cannot be converted to the new kind reject the change or
                are emptied
            fields: The first field is the label of a row. It cannot be a link
        """
        return self._api.json(
            "PATCH",
            f"/v1/tables/{quoted(id)}",
            query={
                "misfits": misfits,
            },
            body={
                "name": name,
                "fields": fields,
                "views": views,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete a table and its rows.

        A table that an action reads, or that fields of other tables link to, is not deleted.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/tables/{quoted(id)}",
        )

    def rows(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        skip: int | Omit = OMIT,
        view: str | Omit = OMIT,
        filters: str | Omit = OMIT,
        sort: str | Omit = OMIT,
        search: str | Omit = OMIT,
    ) -> Page[Row]:
        """List rows, in the order of the table or of a view.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            skip: Number of rows to skip, to read from the middle of a long table
            view: Id or name
            filters: Filters as JSON, like those of a view. Rows must also pass the filters of the
                view
            sort: Name of a field, with a leading - for descending order. Default: the order of the
                view
            search: Only rows that contain this text in any field
        """
        return self._api.json(
            "GET",
            f"/v1/tables/{quoted(id)}/rows",
            query={
                "limit": limit,
                "after": after,
                "skip": skip,
                "view": view,
                "filters": filters,
                "sort": sort,
                "search": search,
            },
        )

    def count_rows(
        self,
        id: str,
        *,
        view: str | Omit = OMIT,
        filters: str | Omit = OMIT,
        search: str | Omit = OMIT,
    ) -> TablesCountRowsAnswer:
        """Count rows.

        Needs the scope `read`.

        Args:
            view: Id or name
            filters: Filters as JSON, like those of a view. Rows must also pass the filters of the
                view
            search: Only rows that contain this text in any field
        """
        return self._api.json(
            "GET",
            f"/v1/tables/{quoted(id)}/rows/count",
            query={
                "view": view,
                "filters": filters,
                "search": search,
            },
        )

    def row(self, id: str, row_id: str) -> Row:
        """Retrieve a row.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/tables/{quoted(id)}/rows/{quoted(row_id)}",
        )

    def add_rows(
        self,
        id: str,
        *,
        rows: Sequence[Mapping[str, Any]],
        idempotency_key: str | None = None,
    ) -> TablesAddRowsAnswer:
        """Add rows at the end.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/tables/{quoted(id)}/rows",
            body={
                "rows": rows,
            },
            idempotency_key=idempotency_key,
        )

    def update_row(self, id: str, row_id: str, *, fields: Mapping[str, Any]) -> Row:
        """Update fields of a row.

        Needs the scope `write`.

        Args:
            fields: Values by field name or id. A link is a list of ids or titles of rows
        """
        return self._api.json(
            "PATCH",
            f"/v1/tables/{quoted(id)}/rows/{quoted(row_id)}",
            body={
                "fields": fields,
            },
        )

    def update_rows(self, id: str, *, rows: Sequence[TablesUpdateRowsRow]) -> TablesUpdateRowsAnswer:
        """Update fields of many rows.

        Returns one result per row, in order: an invalid row does not change, the others do.

        Needs the scope `write`.
        """
        return self._api.json(
            "PATCH",
            f"/v1/tables/{quoted(id)}/rows",
            body={
                "rows": rows,
            },
        )

    def delete_rows(
        self,
        id: str,
        *,
        row_ids: Sequence[str],
        idempotency_key: str | None = None,
    ) -> TablesDeleteRowsAnswer:
        """Delete many rows.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/tables/{quoted(id)}/rows/delete",
            body={
                "row_ids": row_ids,
            },
            idempotency_key=idempotency_key,
        )

    def restore_rows(
        self,
        id: str,
        *,
        row_ids: Sequence[str],
        idempotency_key: str | None = None,
    ) -> TablesRestoreRowsAnswer:
        """Restore deleted rows.

        Restores rows with their ids, values and positions. Available for a day, unless a field has
        changed its kind.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/tables/{quoted(id)}/rows/restore",
            body={
                "row_ids": row_ids,
            },
            idempotency_key=idempotency_key,
        )

    def delete_row(self, id: str, row_id: str) -> None:
        """Delete a row.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/tables/{quoted(id)}/rows/{quoted(row_id)}",
        )

    def export(
        self,
        id: str,
        *,
        view: str | Omit = OMIT,
        filters: str | Omit = OMIT,
        sort: str | Omit = OMIT,
        search: str | Omit = OMIT,
        format: Literal["csv", "jsonl"] | Omit = OMIT,
        formulas: Literal["guard", "keep"] | Omit = OMIT,
    ) -> bytes:
        """Export all rows.

        The CSV can be imported again; attachments are exported as their URLs. JSONL has one object
        per line, with the id of the row.

        Needs the scope `read`.

        Args:
            view: Id or name
            filters: Filters as JSON, like those of a view. Rows must also pass the filters of the
                view
            sort: Name of a field, with a leading - for descending order. Default: the order of the
                view
            search: Only rows that contain this text in any field
            formulas: `guard` puts an apostrophe before texts that a spreadsheet would run as a
                formula; an import removes it
        """
        return self._api.content(
            "GET",
            f"/v1/tables/{quoted(id)}/export",
            query={
                "view": view,
                "filters": filters,
                "sort": sort,
                "search": search,
                "format": format,
                "formulas": formulas,
            },
        )

    def import_new(
        self,
        data: bytes | str,
        *,
        name: str,
        sheet: str | Omit = OMIT,
        mistakes: Literal["refuse", "skip"] | Omit = OMIT,
        content_type: str = "text/csv",
        idempotency_key: str | None = None,
    ) -> TableImport | TableImportProgress:
        """Create a table from a CSV file or an Excel workbook.

        The file type is detected from the bytes, not from the Content-Type. The first row names the
        fields; their kinds are detected. A file with more than 50,000 rows is imported after the
        response: a 202 with the progress of the import, which `Location` links to. It finishes
        without the client.

        Needs the scope `write`.

        Args:
            sheet: Name or number of the sheet of a workbook. Default: the first sheet
            mistakes: Whether errors in rows reject the whole file, or only leave out these rows
        """
        return self._api.json(
            "POST",
            "/v1/tables/import",
            query={
                "name": name,
                "sheet": sheet,
                "mistakes": mistakes,
            },
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )

    def import_into(
        self,
        id: str,
        data: bytes | str,
        *,
        sheet: str | Omit = OMIT,
        mistakes: Literal["refuse", "skip"] | Omit = OMIT,
        mode: Literal["append", "replace", "upsert"] | Omit = OMIT,
        key: str | Omit = OMIT,
        content_type: str = "text/csv",
        idempotency_key: str | None = None,
    ) -> TableImport | TableImportProgress:
        """Import a CSV file or an Excel workbook into a table.

        New rows become visible together. Fields without a column in the file do not change; an
        empty cell empties its field. A file with more than 50,000 rows is imported after the
        response: a 202 with the progress of the import, which `Location` links to. It finishes
        without the client.

        Needs the scope `write`.

        Args:
            sheet: Name or number of the sheet of a workbook. Default: the first sheet
            mistakes: Whether errors in rows reject the whole file, or only leave out these rows
            mode: `append` adds all rows; `upsert` updates rows with an existing key; `replace`
                removes rows that are not in the file
            key: The field that identifies rows. Rows with the same value keep their ids
        """
        return self._api.json(
            "POST",
            f"/v1/tables/{quoted(id)}/import",
            query={
                "sheet": sheet,
                "mistakes": mistakes,
                "mode": mode,
                "key": key,
            },
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )

    def list_imports(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[TableImportProgress]:
        """List imports of large files.

        Newest first. Imports are deleted a week after they were started.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/tables/imports",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def get_import(self, id: str) -> TableImportProgress:
        """Retrieve the progress of an import of a large file.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/tables/imports/{quoted(id)}",
        )


class ImagesApi:
    """`client.images`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        action_id: str | Omit = OMIT,
        run_id: str | Omit = OMIT,
        template_id: str | Omit = OMIT,
        record_id: str | Omit = OMIT,
        output: str | Omit = OMIT,
        modified_layer: str | Omit = OMIT,
        created_from: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
    ) -> Page[Image]:
        """List images, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            output: Images of the outputs with this name
            modified_layer: Rendered with a modification of the layer of this name
            created_from: Rendered at or after this time
            created_until: Rendered before this time
        """
        return self._api.json(
            "GET",
            "/v1/images",
            query={
                "limit": limit,
                "after": after,
                "action_id": action_id,
                "run_id": run_id,
                "template_id": template_id,
                "record_id": record_id,
                "output": output,
                "modified_layer": modified_layer,
                "created_from": created_from,
                "created_until": created_until,
            },
        )

    def count(
        self,
        *,
        action_id: str | Omit = OMIT,
        run_id: str | Omit = OMIT,
        template_id: str | Omit = OMIT,
        record_id: str | Omit = OMIT,
        output: str | Omit = OMIT,
        modified_layer: str | Omit = OMIT,
        created_from: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
    ) -> ImagesCountAnswer:
        """Count images and their size.

        Needs the scope `read`.

        Args:
            output: Images of the outputs with this name
            modified_layer: Rendered with a modification of the layer of this name
            created_from: Rendered at or after this time
            created_until: Rendered before this time
        """
        return self._api.json(
            "GET",
            "/v1/images/count",
            query={
                "action_id": action_id,
                "run_id": run_id,
                "template_id": template_id,
                "record_id": record_id,
                "output": output,
                "modified_layer": modified_layer,
                "created_from": created_from,
                "created_until": created_until,
            },
        )

    def archive(
        self,
        *,
        action_id: str | Omit = OMIT,
        run_id: str | Omit = OMIT,
        template_id: str | Omit = OMIT,
        record_id: str | Omit = OMIT,
        output: str | Omit = OMIT,
        modified_layer: str | Omit = OMIT,
        created_from: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
        format: Literal["zip", "pdf"] | Omit = OMIT,
    ) -> bytes:
        """Download matching images as a ZIP archive or one PDF.

        At most 10,000 images. `images.csv` in the archive lists each file with its image id,
        action, record id, label, URL and time, and files that cannot be read with the reason.
        Thumbnails are left out. With `format=pdf`, all PDFs are joined in the order in which they
        were rendered, which is the order of the table within a run; each record is included once,
        with its newest image. Images without a PDF are rejected.

        Needs the scope `read`.

        Args:
            output: Images of the outputs with this name
            modified_layer: Rendered with a modification of the layer of this name
            created_from: Rendered at or after this time
            created_until: Rendered before this time
        """
        return self._api.content(
            "GET",
            "/v1/images/archive",
            query={
                "action_id": action_id,
                "run_id": run_id,
                "template_id": template_id,
                "record_id": record_id,
                "output": output,
                "modified_layer": modified_layer,
                "created_from": created_from,
                "created_until": created_until,
                "format": format,
            },
        )

    def create(
        self,
        *,
        template_id: str | Omit = OMIT,
        template: Design | Omit = OMIT,
        version: int | Omit = OMIT,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        modifications: Sequence[Mapping[str, Any]] | Omit = OMIT,
        pages: Sequence[ImagesCreatePage] | Omit = OMIT,
        frames: Sequence[ImagesCreatePage] | Omit = OMIT,
        delay_ms: int | Sequence[int] | Omit = OMIT,
        loop: int | Omit = OMIT,
        formats: Sequence[Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]] | Omit = OMIT,
        quality: int | Omit = OMIT,
        effort: Literal["fast", "balanced", "small"] | Omit = OMIT,
        scale: float | Omit = OMIT,
        encoding: Encoding | Omit = OMIT,
        transparent: bool | Omit = OMIT,
        width: int | Omit = OMIT,
        height: int | Omit = OMIT,
        thumbnail: ActionOutputThumbnail | Omit = OMIT,
        metadata: Mapping[str, Any] | Omit = OMIT,
        webhook_url: str | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Image:
        """Render an image and store it.

        With the header `Prefer: respond-async`, the image is rendered after the response, a 202
        with a batch of one item.

        Needs the scope `trigger`.

        Args:
            template: A design for this request, instead of `template_id`
            version: Default: the published version
            modifications: Properties of layers to change, by layer name
            pages: Instead of values and modifications: a PDF with one page each
            frames: Instead of values and modifications: an animation with one frame each
            delay_ms: Duration of each frame, or of all of them, in milliseconds. Default: 1000
            loop: Number of repetitions. 0: forever
            formats: Default: `["png"]`; for pages `["pdf"]`; for frames `["gif"]`, or `["webp"]`
            quality: From 1 (smallest file) to 100. Default: the usual value of each format
            effort: `fast`: larger files in less time; `small`: smaller files in more time. Not for
                PDF and GIF. Default: balanced; fast for previews
            scale: Multiplies the template's size
            transparent: Leave out the template's background; JPEG shows white there
            width: Width of the image in pixels instead of `scale`; the height follows
            height: Height of the image in pixels instead of `scale`; the width follows
            thumbnail: Also create a small WebP with this width in pixels, of the first page or
                frame
            webhook_url: URL that receives the events of this run or image, unsigned. To receive all
                events, create a webhook
        """
        return self._api.json(
            "POST",
            "/v1/images",
            body={
                "template_id": template_id,
                "template": template,
                "version": version,
                "values": values,
                "modifications": modifications,
                "pages": pages,
                "frames": frames,
                "delay_ms": delay_ms,
                "loop": loop,
                "formats": formats,
                "quality": quality,
                "effort": effort,
                "scale": scale,
                "encoding": encoding,
                "transparent": transparent,
                "width": width,
                "height": height,
                "thumbnail": thumbnail,
                "metadata": metadata,
                "webhook_url": webhook_url,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Image:
        """Retrieve an image with its inputs.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/images/{quoted(id)}",
        )

    def delete(self, id: str) -> None:
        """Delete an image.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/images/{quoted(id)}",
        )

    def preview(self, id: str) -> bytes:
        """Retrieve the preview of an image, created if missing.

        Only images of earlier releases lack a preview file. For all others, `preview` of the image
        is its permanent URL.

        Needs the scope `read`.
        """
        return self._api.content(
            "GET",
            f"/v1/images/{quoted(id)}/preview",
        )

    def file(self, id: str, file: str) -> bytes:
        """Download an image.

        If images are served by the bucket, the response is a 302 redirect.
        """
        return self._api.content(
            "GET",
            f"/images/{quoted(id)}/{quoted(file)}",
        )

    def signed(
        self,
        file: str,
        *,
        kid: str,
        sig: str,
        values: Mapping[str, str] | Omit = OMIT,
        v: int | Omit = OMIT,
        width: int | Omit = OMIT,
        scale: float | Omit = OMIT,
        quality: int | Omit = OMIT,
        exp: int | Omit = OMIT,
    ) -> bytes:
        """Render an image from the values in a signed URL.

        Create URLs with `signImageUrl()` of the client, or as in the guide on signed image URLs.
        `sig` covers path and query exactly as sent, up to `&sig=`; `kid` and `sig` are the last two
        parameters.

        Args:
            file: `<template id>.<extension>`. Extensions: png, jpg, webp, avif, pdf
            values: Each value under its own name, with a leading dot if a setting has that name
            v: Version of the template. Default: the published version
            width: Width in pixels; the height follows
            scale: Multiplies the template's size. 0.1 to 8
            exp: Time of expiry in Unix seconds. Required, unless the key has `allow_permanent`
            kid: Id of the URL key
            sig: HMAC-SHA256 with the secret of the key, base64url without padding
        """
        return self._api.content(
            "GET",
            f"/i/{quoted(file)}",
            query={
                "values": values,
                "v": v,
                "width": width,
                "scale": scale,
                "quality": quality,
                "exp": exp,
                "kid": kid,
                "sig": sig,
            },
        )


class ImageBatchesApi:
    """`client.image_batches`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[ImageBatchListed]:
        """List batches.

        Newest first, also those of one image (`Prefer: respond-async`).

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/images/batch",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        items: Sequence[ImageCreate],
        webhook_url: str | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> ImageBatch:
        """Render up to 1,000 images.

        Each item is the body of a `POST /v1/images` request. All items are checked first: if one is
        invalid, nothing is rendered, and the response is a 400 that lists up to 20 errors with
        their places (`/items/17/values/Price`). An item without a `version` uses the version that
        is published now. After the response, items are rendered in their order, alongside runs; a
        failed item does not affect the others. The body can have 10 MiB, each item 1 MiB.

        Needs the scope `trigger`.

        Args:
            webhook_url: URL that receives the end of this batch (`batch.completed` or
                `batch.cancelled`), unsigned. The `webhook_url` of an item receives the events of
                its image
        """
        return self._api.json(
            "POST",
            "/v1/images/batch",
            body={
                "items": items,
                "webhook_url": webhook_url,
            },
            idempotency_key=idempotency_key,
        )

    def get(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        state: Literal["pending", "rendered", "failed", "cancelled"] | Omit = OMIT,
    ) -> ImageBatchesGetAnswer:
        """Retrieve a batch with the image or error of each item.

        Items are listed in the order of the request.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            state: Only items in this state
        """
        return self._api.json(
            "GET",
            f"/v1/images/batch/{quoted(id)}",
            query={
                "limit": limit,
                "after": after,
                "state": state,
            },
        )

    def cancel(self, id: str, *, idempotency_key: str | None = None) -> ImageBatch:
        """Cancel the pending items of a batch.

        Images that were rendered are kept. A batch that has ended stays as it is.

        Needs the scope `trigger`.
        """
        return self._api.json(
            "POST",
            f"/v1/images/batch/{quoted(id)}/cancel",
            idempotency_key=idempotency_key,
        )


class StableUrlsApi:
    """`client.stable_urls`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def image(self, id: str, file: str) -> bytes:
        """Download the newest image of a record by its key.

        For actions with `stable_urls`. `file` is the key of the record, or its slug, with the
        extension of a format of the first output. Caches may serve a response for a minute. If
        images are served by the bucket, the response is a 302 redirect. An unknown key, or an
        action without stable URLs, returns a 404.
        """
        return self._api.content(
            "GET",
            f"/r/{quoted(id)}/{quoted(file)}",
        )

    def output(self, id: str, key: str, file: str) -> bytes:
        """Download the newest image of an output of a record by its key.

        Like `stable-urls-image`, for an action with several outputs: `file` is the name of the
        output with the extension of one of its formats.
        """
        return self._api.content(
            "GET",
            f"/r/{quoted(id)}/{quoted(key)}/{quoted(file)}",
        )


class FeedsApi:
    """`client.feeds`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self, token: str, file: Literal["products.csv", "products.xml"]) -> bytes:
        """Download the product feed of an action.

        The current images of an action with `stable_urls.feed`, as CSV or as RSS 2.0 in the form of
        Google Merchant Center. Each product has the key of its record as `id`, the stable URL of
        its first output as `image_link`, and those of up to ten other outputs as
        `additional_image_link`. At most 60 requests a minute.
        """
        return self._api.content(
            "GET",
            f"/v1/feeds/{quoted(token)}/{quoted(file)}",
        )


class FormsApi:
    """`client.forms`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        template_id: str | Omit = OMIT,
    ) -> Page[Form]:
        """List forms, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/forms",
            query={
                "limit": limit,
                "after": after,
                "template_id": template_id,
            },
        )

    def create(
        self,
        *,
        template_id: str,
        title: str,
        questions: Sequence[FormQuestionSettings],
        intro: str | Omit = OMIT,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        formats: Sequence[Literal["png", "jpeg", "webp", "avif", "pdf"]] | Omit = OMIT,
        table_id: str | None | Omit = OMIT,
        action_id: str | None | Omit = OMIT,
        enabled: bool | Omit = OMIT,
        frame_ancestors: Sequence[str] | Omit = OMIT,
        language: str | Omit = OMIT,
        submit_label: str | Omit = OMIT,
        thanks: str | Omit = OMIT,
        submissions_per_hour: int | Omit = OMIT,
        submissions_per_day: int | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Form:
        """Create a form: a link that asks for values of a template.

        Visitors need no account. The page previews the image while they type. The template must be
        published; each submission uses its published version.

        Needs the scope `write`.

        Args:
            intro: Text below the title
            values: Values of variables that visitors are not asked for. They are not sent to
                visitors
            formats: Formats of the image. With an action, its outputs decide instead
            table_id: Built-in table that gets a row for each submission. null: no row is added
            action_id: Action that reads this table. It runs for the new row, so its outputs,
                write-back and webhooks apply. null: the form renders the image itself
            enabled: A disabled form shows that it is closed
            frame_ancestors: Origins whose pages can embed the form as an iframe, such as
                `https://example.com` or `https://*.example.com`. Empty: no page can
            language: Language of the texts of the form, which sets the direction of the page. What
                the page says itself is in this language, too, when it is one of ar, cs, da, de, en,
                es, fr, he, it, ja, ko, nl, pl, pt, ru, sv, tr, uk, zh-Hans, zh-Hant; else in
                English
            submit_label: Text of the button. Empty: “Create image”, in the language of the form
            thanks: Text after the submission
            submissions_per_hour: Limit of submissions per IP address (of IPv6, per /64 network)
            submissions_per_day: Limit of submissions of the form, by the day of UTC
        """
        return self._api.json(
            "POST",
            "/v1/forms",
            body={
                "template_id": template_id,
                "title": title,
                "questions": questions,
                "intro": intro,
                "values": values,
                "formats": formats,
                "table_id": table_id,
                "action_id": action_id,
                "enabled": enabled,
                "frame_ancestors": frame_ancestors,
                "language": language,
                "submit_label": submit_label,
                "thanks": thanks,
                "submissions_per_hour": submissions_per_hour,
                "submissions_per_day": submissions_per_day,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Form:
        """Retrieve a form.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/forms/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        title: str | Omit = OMIT,
        intro: str | Omit = OMIT,
        questions: Sequence[FormQuestionSettings] | Omit = OMIT,
        values: Mapping[str, str | float | bool | None | Sequence[Any]] | Omit = OMIT,
        formats: Sequence[Literal["png", "jpeg", "webp", "avif", "pdf"]] | Omit = OMIT,
        table_id: str | None | Omit = OMIT,
        action_id: str | None | Omit = OMIT,
        enabled: bool | Omit = OMIT,
        frame_ancestors: Sequence[str] | Omit = OMIT,
        language: str | Omit = OMIT,
        submit_label: str | Omit = OMIT,
        thanks: str | Omit = OMIT,
        submissions_per_hour: int | Omit = OMIT,
        submissions_per_day: int | Omit = OMIT,
        if_match: str | None = None,
    ) -> Form:
        """Update, disable or enable a form.

        Needs the scope `write`.

        Args:
            intro: Text below the title
            values: Values of variables that visitors are not asked for. They are not sent to
                visitors
            formats: Formats of the image. With an action, its outputs decide instead
            table_id: Built-in table that gets a row for each submission. null: no row is added
            action_id: Action that reads this table. It runs for the new row, so its outputs,
                write-back and webhooks apply. null: the form renders the image itself
            enabled: A disabled form shows that it is closed
            frame_ancestors: Origins whose pages can embed the form as an iframe, such as
                `https://example.com` or `https://*.example.com`. Empty: no page can
            language: Language of the texts of the form, which sets the direction of the page. What
                the page says itself is in this language, too, when it is one of ar, cs, da, de, en,
                es, fr, he, it, ja, ko, nl, pl, pt, ru, sv, tr, uk, zh-Hans, zh-Hant; else in
                English
            submit_label: Text of the button. Empty: “Create image”, in the language of the form
            thanks: Text after the submission
            submissions_per_hour: Limit of submissions per IP address (of IPv6, per /64 network)
            submissions_per_day: Limit of submissions of the form, by the day of UTC
        """
        return self._api.json(
            "PATCH",
            f"/v1/forms/{quoted(id)}",
            body={
                "title": title,
                "intro": intro,
                "questions": questions,
                "values": values,
                "formats": formats,
                "table_id": table_id,
                "action_id": action_id,
                "enabled": enabled,
                "frame_ancestors": frame_ancestors,
                "language": language,
                "submit_label": submit_label,
                "thanks": thanks,
                "submissions_per_hour": submissions_per_hour,
                "submissions_per_day": submissions_per_day,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete a form: its link stops working. Rows and images are not deleted.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/forms/{quoted(id)}",
        )

    def rotate(self, id: str, *, idempotency_key: str | None = None) -> Form:
        """Replace the link of a form: the old link stops working.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/forms/{quoted(id)}/rotate",
            idempotency_key=idempotency_key,
        )


class FormLinksApi:
    """`client.form_links`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def page(self, token: str) -> bytes:
        """Open the page of a form.

        A link that leads nowhere answers 404 and a closed form 410, both with a page.
        """
        return self._api.content(
            "GET",
            f"/f/{quoted(token)}",
        )

    def upload(
        self,
        token: str,
        data: bytes | str,
        *,
        content_type: str = "image/png",
        idempotency_key: str | None = None,
    ) -> FormUpload:
        """Upload a picture for a question of a form.

        At most 10 MB. It is deleted after a day unless the form is submitted with it.
        """
        return self._api.json(
            "POST",
            f"/f/{quoted(token)}/uploads",
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )

    def preview(self, token: str, *, answers: Mapping[str, str | float | bool | None]) -> bytes:
        """Preview the image of a form without storing it.

        At most 800 pixels wide and high. Questions without an answer show their label.

        Args:
            answers: By the id of the question, which the page contains. An image is answered by the
                id of its upload
        """
        return self._api.content(
            "POST",
            f"/f/{quoted(token)}/preview",
            body={
                "answers": answers,
            },
        )

    def submit(
        self,
        token: str,
        *,
        answers: Mapping[str, str | float | bool | None],
        idempotency_key: str | None = None,
    ) -> FormSubmission:
        """Submit a form.

        Send an `Idempotency-Key`, so that a repeat adds no second row.

        Args:
            answers: By the id of the question, which the page contains. An image is answered by the
                id of its upload
        """
        return self._api.json(
            "POST",
            f"/f/{quoted(token)}/submissions",
            body={
                "answers": answers,
            },
            idempotency_key=idempotency_key,
        )

    def submission(self, token: str, id: str) -> FormSubmission:
        """Retrieve what became of a submission.

        For 30 days.
        """
        return self._api.json(
            "GET",
            f"/f/{quoted(token)}/submissions/{quoted(id)}",
        )


class AssetsApi:
    """`client.assets`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Asset]:
        """List assets, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/assets",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def upload(
        self,
        data: bytes | str,
        *,
        filename: str,
        reuse: Literal["true", "false"] | Omit = OMIT,
        content_type: str = "application/octet-stream",
        idempotency_key: str | None = None,
    ) -> Asset:
        """Upload an asset.

        At most 25 MB. The type is detected from the first bytes. With `reuse`, a file that is an
        asset already returns 200 and that asset. Two uploads of the same file at the same moment
        may both be stored.

        Needs the scope `write`.

        Args:
            reuse: Return the asset that has the same content, if there is one, under its own name.
                Default: false
        """
        return self._api.json(
            "POST",
            "/v1/assets",
            query={
                "filename": filename,
                "reuse": reuse,
            },
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Asset:
        """Retrieve an asset.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/assets/{quoted(id)}",
        )

    def content(self, id: str) -> bytes:
        """Download an asset.

        Needs the scope `read`.
        """
        return self._api.content(
            "GET",
            f"/v1/assets/{quoted(id)}/content",
        )

    def uses(self, id: str) -> AssetsUsesAnswer:
        """List what uses an asset.

        At most ten templates, ten actions and ten tables.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/assets/{quoted(id)}/uses",
        )

    def delete(self, id: str, *, force: Literal["true", "false"] | Omit = OMIT) -> None:
        """Delete an unused asset.

        Needs the scope `write`.

        Args:
            force: Also delete an asset that is in use. Default: false
        """
        self._api.json(
            "DELETE",
            f"/v1/assets/{quoted(id)}",
            query={
                "force": force,
            },
        )


class FontsApi:
    """`client.fonts`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Font]:
        """List custom fonts, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/fonts",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def upload(
        self,
        data: bytes | str,
        *,
        filename: str,
        family: str | Omit = OMIT,
        weight: int | Omit = OMIT,
        style: Literal["normal", "italic"] | Omit = OMIT,
        replace: Literal["true", "false"] | Omit = OMIT,
        content_type: str = "application/octet-stream",
        idempotency_key: str | None = None,
    ) -> Font:
        """Upload a font.

        TTF, OTF, WOFF or WOFF2, at most 10 MB, 30 MB unpacked. Family, weight and style are read
        from the file unless they are given. Templates can use the family immediately; the next run
        renders their images again. Uploading the same file again returns 200 and changes nothing.

        Needs the scope `write`.

        Args:
            replace: Replace an existing file of the same family, weight and style. Default: false
        """
        return self._api.json(
            "POST",
            "/v1/fonts",
            query={
                "filename": filename,
                "family": family,
                "weight": weight,
                "style": style,
                "replace": replace,
            },
            data=data,
            content_type=content_type,
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Font:
        """Retrieve a font.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/fonts/{quoted(id)}",
        )

    def content(self, id: str, *, hash: str | Omit = OMIT) -> bytes:
        """Download a font file.

        Needs the scope `read`.

        Args:
            hash: Start of the hash of the file, which makes the URL unique for caches
        """
        return self._api.content(
            "GET",
            f"/v1/fonts/{quoted(id)}/content",
            query={
                "hash": hash,
            },
        )

    def specimen(self, id: str, *, text: str | Omit = OMIT) -> bytes:
        """Render a specimen of a font.

        Needs the scope `read`.

        Args:
            text: Text to use instead of the default
        """
        return self._api.content(
            "GET",
            f"/v1/fonts/{quoted(id)}/specimen",
            query={
                "text": text,
            },
        )

    def delete(self, id: str, *, force: Literal["true", "false"] | Omit = OMIT) -> None:
        """Delete a font that no template uses.

        Needs the scope `write`.

        Args:
            force: Also delete a font that is in use. Its templates then fail. Default: false
        """
        self._api.json(
            "DELETE",
            f"/v1/fonts/{quoted(id)}",
            query={
                "force": force,
            },
        )


class FontFamiliesApi:
    """`client.font_families`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> FontFamilies:
        """List the font families that are installed or can be installed.

        Bundled families, custom families, and those of the font pack, by name.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/font-families",
        )

    def install(
        self,
        *,
        family: str,
        from_: Literal["popular", "google"] | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> InstalledFontFamily:
        """Install a font family.

        Downloads a family of the font pack, or of Google Fonts, and stores its files as custom
        fonts. Files that exist are kept, so an interrupted install can be repeated.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            "/v1/font-families",
            body={
                "family": family,
                "from": from_,
            },
            idempotency_key=idempotency_key,
        )

    def google(self, *, search: str) -> GoogleFontFamilies:
        """Search Google Fonts by name.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/font-families/google",
            query={
                "search": search,
            },
        )


class WebhooksApi:
    """`client.webhooks`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[Webhook]:
        """List webhooks, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/webhooks",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        name: str,
        format: Literal["standard", "slack", "email"] | Omit = OMIT,
        url: str | Omit = OMIT,
        recipients: Sequence[str] | None | Omit = OMIT,
        headers: Mapping[str, str] | Omit = OMIT,
        user_defined: Mapping[str, Any] | None | Omit = OMIT,
        secret: Literal["generate"] | str | None | Omit = OMIT,
        events: Sequence[Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]] | None | Omit = OMIT,
        only_failures: bool | Omit = OMIT,
        actions: Sequence[str] | None | Omit = OMIT,
        timeout_ms: int | Omit = OMIT,
        active: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> WebhookWithSecret:
        """Create a webhook.

        Needs the scope `write`.

        Args:
            format: `standard` (default) sends each event as signed JSON, `slack` a message to a
                Slack channel, `email` a message to each recipient. Cannot be changed
            url: https://… Required, except for email
            recipients: Who gets the email. Required for email; each recipient gets a message of
                their own
            headers: Sent unchanged with every delivery. A value sent as shown (`***…`) keeps its
                value
            user_defined: Copied into the body under `user_defined`. Texts can contain placeholders
                such as `{{record.fields.Name}}`, `{{image.url}}`, `{{timestamp}}`. `{"$secret":
                "..."}` instead of a value is stored encrypted; the receiver gets the plain text. A
                secret sent as shown (`***…`) keeps its value
            secret: Secret for signatures; null for none
            events: Events to send; null for all. Default: all, or for `slack` and `email`
                run.completed and run.failed. Email is sent for runs and batches only
            only_failures: Send only those of the events that report a failure: `image.failed`,
                `run.failed`, and the end of a run or batch if a record or item failed. Default:
                false
            actions: Action ids; null for all
            timeout_ms: Time to wait for a response, in milliseconds. Default: 10000. Email always
                has 30000
            active: true resumes a paused webhook and sends the missed deliveries
        """
        return self._api.json(
            "POST",
            "/v1/webhooks",
            body={
                "name": name,
                "format": format,
                "url": url,
                "recipients": recipients,
                "headers": headers,
                "user_defined": user_defined,
                "secret": secret,
                "events": events,
                "only_failures": only_failures,
                "actions": actions,
                "timeout_ms": timeout_ms,
                "active": active,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> Webhook:
        """Retrieve a webhook.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/webhooks/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        name: str | Omit = OMIT,
        format: Literal["standard", "slack", "email"] | Omit = OMIT,
        url: str | Omit = OMIT,
        recipients: Sequence[str] | None | Omit = OMIT,
        headers: Mapping[str, str] | Omit = OMIT,
        user_defined: Mapping[str, Any] | None | Omit = OMIT,
        secret: Literal["generate"] | str | str | None | Omit = OMIT,
        events: Sequence[Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]] | None | Omit = OMIT,
        only_failures: bool | Omit = OMIT,
        actions: Sequence[str] | None | Omit = OMIT,
        timeout_ms: int | Omit = OMIT,
        active: bool | Omit = OMIT,
        if_match: str | None = None,
    ) -> WebhookWithSecret:
        """Update a webhook.

        A new secret replaces the old ones immediately; to change it without rejected deliveries,
        rotate it. Changing the URL requires the values of all headers, the secret and the secrets
        of `user_defined` again.

        Needs the scope `write`.

        Args:
            format: `standard` (default) sends each event as signed JSON, `slack` a message to a
                Slack channel, `email` a message to each recipient. Cannot be changed
            url: https://… Required, except for email
            recipients: Who gets the email. Required for email; each recipient gets a message of
                their own
            headers: Sent unchanged with every delivery. A value sent as shown (`***…`) keeps its
                value
            user_defined: Copied into the body under `user_defined`. Texts can contain placeholders
                such as `{{record.fields.Name}}`, `{{image.url}}`, `{{timestamp}}`. `{"$secret":
                "..."}` instead of a value is stored encrypted; the receiver gets the plain text. A
                secret sent as shown (`***…`) keeps its value
            events: Events to send; null for all. Default: all, or for `slack` and `email`
                run.completed and run.failed. Email is sent for runs and batches only
            only_failures: Send only those of the events that report a failure: `image.failed`,
                `run.failed`, and the end of a run or batch if a record or item failed. Default:
                false
            actions: Action ids; null for all
            timeout_ms: Time to wait for a response, in milliseconds. Default: 10000. Email always
                has 30000
            active: true resumes a paused webhook and sends the missed deliveries
        """
        return self._api.json(
            "PATCH",
            f"/v1/webhooks/{quoted(id)}",
            body={
                "name": name,
                "format": format,
                "url": url,
                "recipients": recipients,
                "headers": headers,
                "user_defined": user_defined,
                "secret": secret,
                "events": events,
                "only_failures": only_failures,
                "actions": actions,
                "timeout_ms": timeout_ms,
                "active": active,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete a webhook and its deliveries.

        Needs the scope `write`.
        """
        self._api.json(
            "DELETE",
            f"/v1/webhooks/{quoted(id)}",
        )

    def rotate_secret(
        self,
        id: str,
        *,
        secret: str | Omit = OMIT,
        overlap_hours: float | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> WebhookWithSecret:
        """Rotate the secret of a webhook.

        The old secret also signs during the overlap, so that receivers can switch without rejected
        deliveries.

        Needs the scope `write`.

        Args:
            secret: Default: generated
        """
        return self._api.json(
            "POST",
            f"/v1/webhooks/{quoted(id)}/rotate-secret",
            body={
                "secret": secret,
                "overlap_hours": overlap_hours,
            },
            idempotency_key=idempotency_key,
        )

    def pause(self, id: str, *, idempotency_key: str | None = None) -> Webhook:
        """Pause a webhook and store its events.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/webhooks/{quoted(id)}/pause",
            idempotency_key=idempotency_key,
        )

    def resume(
        self,
        id: str,
        *,
        replay: bool | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Webhook:
        """Resume a paused webhook.

        Needs the scope `write`.

        Args:
            replay: Send the missed deliveries. Otherwise they are discarded
        """
        return self._api.json(
            "POST",
            f"/v1/webhooks/{quoted(id)}/resume",
            body={
                "replay": replay,
            },
            idempotency_key=idempotency_key,
        )

    def test(
        self,
        id: str,
        *,
        event: Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"] | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Delivery:
        """Send a test event on the same path as real events.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/webhooks/{quoted(id)}/test",
            body={
                "event": event,
            },
            idempotency_key=idempotency_key,
        )

    def deliveries(
        self,
        id: str,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        state: Literal["pending", "delivered", "failed", "paused"] | Omit = OMIT,
        event: Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"] | Omit = OMIT,
        run_id: str | Omit = OMIT,
    ) -> Page[Delivery]:
        """List the deliveries of a webhook, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            f"/v1/webhooks/{quoted(id)}/deliveries",
            query={
                "limit": limit,
                "after": after,
                "state": state,
                "event": event,
                "run_id": run_id,
            },
        )

    def replay_failed(self, id: str, *, since: str, idempotency_key: str | None = None) -> Replayed:
        """Replay all deliveries that failed since a time.

        Needs the scope `write`.

        Args:
            since: ISO 8601
        """
        return self._api.json(
            "POST",
            f"/v1/webhooks/{quoted(id)}/replay-failed",
            body={
                "since": since,
            },
            idempotency_key=idempotency_key,
        )


class DeliveriesApi:
    """`client.deliveries`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        state: Literal["pending", "delivered", "failed", "paused"] | Omit = OMIT,
        event: Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"] | Omit = OMIT,
        run_id: str | Omit = OMIT,
        webhook_id: str | Omit = OMIT,
    ) -> Page[Delivery]:
        """List the deliveries of every webhook, newest first.

        Needs the scope `read`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/deliveries",
            query={
                "limit": limit,
                "after": after,
                "state": state,
                "event": event,
                "run_id": run_id,
                "webhook_id": webhook_id,
            },
        )

    def get(self, id: str) -> DeliveryWithAttempts:
        """Retrieve a delivery with its body and attempts.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            f"/v1/deliveries/{quoted(id)}",
        )

    def replay(self, id: str, *, idempotency_key: str | None = None) -> Delivery:
        """Replay a delivery with the same webhook-id and bytes.

        Needs the scope `write`.
        """
        return self._api.json(
            "POST",
            f"/v1/deliveries/{quoted(id)}/replay",
            idempotency_key=idempotency_key,
        )


class EventsApi:
    """`client.events`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def stream(self, *, last_event_id: str = "") -> Iterator[ServerEvent]:
        """Stream events as they happen (server-sent events).

        The stream does not end. `event: run` contains a run whenever its counts or state change,
        `event: delivery` a delivery that was created or attempted, `event: draft` who edits a
        template and the revision of its draft; `data` is the JSON that the API returns. It covers
        the active runs, the newest 100 runs and deliveries, and the 100 drafts that changed last.
        With the header `Last-Event-ID`, the stream continues after that event; if that event is no
        longer available, it first sends the current state of all of these. A key that is limited to
        specific actions receives only their events. An API key or user may have 50 streams open at
        each process; another one returns 429.

        Needs the scope `read`.
        """
        return self._api.events("/v1/events", last_event_id)


class ApiKeysApi:
    """`client.api_keys`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[ApiKey]:
        """List API keys, newest first.

        Needs the scope `admin`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/api-keys",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[Literal["read", "trigger", "write", "admin"]],
        action_ids: Sequence[str] | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> ApiKeyWithSecret:
        """Create an API key.

        Needs the scope `admin`.
        """
        return self._api.json(
            "POST",
            "/v1/api-keys",
            body={
                "name": name,
                "scopes": scopes,
                "action_ids": action_ids,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> ApiKey:
        """Retrieve an API key.

        Needs the scope `admin`.
        """
        return self._api.json(
            "GET",
            f"/v1/api-keys/{quoted(id)}",
        )

    def revoke(self, id: str) -> None:
        """Revoke an API key.

        Needs the scope `admin`.
        """
        self._api.json(
            "DELETE",
            f"/v1/api-keys/{quoted(id)}",
        )


class UrlKeysApi:
    """`client.url_keys`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[UrlKey]:
        """List URL keys, newest first.

        Needs the scope `admin`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/url-keys",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        name: str,
        template_ids: Sequence[str] | Omit = OMIT,
        allow_permanent: bool | Omit = OMIT,
        renders_per_minute: int | Omit = OMIT,
        renders_per_day: int | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> UrlKeyWithSecret:
        """Create a URL key.

        Needs the scope `admin`.
        """
        return self._api.json(
            "POST",
            "/v1/url-keys",
            body={
                "name": name,
                "template_ids": template_ids,
                "allow_permanent": allow_permanent,
                "renders_per_minute": renders_per_minute,
                "renders_per_day": renders_per_day,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> UrlKey:
        """Retrieve a URL key.

        Needs the scope `admin`.
        """
        return self._api.json(
            "GET",
            f"/v1/url-keys/{quoted(id)}",
        )

    def revoke(self, id: str) -> None:
        """Revoke a URL key: the URLs that it signed stop working.

        Needs the scope `admin`.
        """
        self._api.json(
            "DELETE",
            f"/v1/url-keys/{quoted(id)}",
        )


class SetupApi:
    """`client.setup`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self) -> SetupGetAnswer:
        """Check whether the first user must be created.

        If so, the server printed a link to `/setup?token=…` at its start.
        """
        return self._api.json(
            "GET",
            "/v1/setup",
        )

    def complete(self, *, token: str, email: str, name: str, password: str) -> Identity:
        """Create the first user, an owner, and log in.

        Args:
            token: The `token` of the link
        """
        return self._api.json(
            "POST",
            "/v1/setup",
            body={
                "token": token,
                "email": email,
                "name": name,
                "password": password,
            },
        )


class LinksApi:
    """`client.links`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def look(self, *, token: str) -> Link:
        """Check the purpose of a link without using it.

        Args:
            token: The `token` of the link
        """
        return self._api.json(
            "POST",
            "/v1/links/look",
            body={
                "token": token,
            },
        )

    def redeem(self, *, token: str, password: str, name: str | Omit = OMIT) -> Identity:
        """Set the password of an invited user, or reset it, and log in.

        All other sessions of the user end.

        Args:
            token: The `token` of the link
        """
        return self._api.json(
            "POST",
            "/v1/links/redeem",
            body={
                "token": token,
                "name": name,
                "password": password,
            },
        )


class SessionApi:
    """`client.session`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def create(self, *, email: str, password: str) -> Identity:
        """Log in.

        The response and its timing are the same for an unknown email address and a wrong password.
        """
        return self._api.json(
            "POST",
            "/v1/session",
            body={
                "email": email,
                "password": password,
            },
        )

    def delete(self) -> None:
        """Log out.

        Needs the scope `read`.
        """
        self._api.json(
            "DELETE",
            "/v1/session",
        )


class SessionsApi:
    """`client.sessions`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> Page[Session]:
        """List your sessions, newest first.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/sessions",
        )

    def revoke(self, id: str) -> None:
        """End one of your sessions.

        Needs the scope `read`.
        """
        self._api.json(
            "DELETE",
            f"/v1/sessions/{quoted(id)}",
        )


class MeApi:
    """`client.me`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self) -> Identity:
        """Retrieve your name, role and scopes.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/me",
        )

    def update(
        self,
        *,
        name: str | Omit = OMIT,
        email: str | Omit = OMIT,
        current_password: str | Omit = OMIT,
    ) -> Identity:
        """Change your name or email address.

        Only for users. Changing the email address requires the password.

        Needs the scope `read`.
        """
        return self._api.json(
            "PATCH",
            "/v1/me",
            body={
                "name": name,
                "email": email,
                "current_password": current_password,
            },
        )

    def password(self, *, current_password: str, new_password: str) -> Identity:
        """Change your password.

        Only for users. All sessions end, and the browser gets a new one.

        Needs the scope `read`.
        """
        return self._api.json(
            "POST",
            "/v1/me/password",
            body={
                "current_password": current_password,
                "new_password": new_password,
            },
        )


class UsersApi:
    """`client.users`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, limit: int | Omit = OMIT, after: str | Omit = OMIT) -> Page[User]:
        """List users, newest first.

        Needs the scope `admin`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
        """
        return self._api.json(
            "GET",
            "/v1/users",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def create(
        self,
        *,
        email: str,
        name: str,
        role: Literal["viewer", "editor", "owner"],
        idempotency_key: str | None = None,
    ) -> UserWithLink:
        """Invite a member.

        Send the link yourself: Pictable sends email only as notifications.

        Needs the scope `admin`.

        Args:
            role: `viewer` can read, `editor` can also change and trigger, `owner` can do everything
        """
        return self._api.json(
            "POST",
            "/v1/users",
            body={
                "email": email,
                "name": name,
                "role": role,
            },
            idempotency_key=idempotency_key,
        )

    def get(self, id: str) -> User:
        """Retrieve a user.

        Needs the scope `admin`.
        """
        return self._api.json(
            "GET",
            f"/v1/users/{quoted(id)}",
        )

    def update(
        self,
        id: str,
        *,
        email: str | Omit = OMIT,
        name: str | Omit = OMIT,
        role: Literal["viewer", "editor", "owner"] | Omit = OMIT,
        active: bool | Omit = OMIT,
        if_match: str | None = None,
    ) -> User:
        """Update a user.

        The last owner must remain an active owner.

        Needs the scope `admin`.

        Args:
            role: `viewer` can read, `editor` can also change and trigger, `owner` can do everything
            active: `false` immediately ends all sessions and links of the user; `true` allows them
                to log in again
        """
        return self._api.json(
            "PATCH",
            f"/v1/users/{quoted(id)}",
            body={
                "email": email,
                "name": name,
                "role": role,
                "active": active,
            },
            if_match=if_match,
        )

    def delete(self, id: str) -> None:
        """Delete a user and end all sessions.

        The last owner cannot be deleted.

        Needs the scope `admin`.
        """
        self._api.json(
            "DELETE",
            f"/v1/users/{quoted(id)}",
        )

    def link(self, id: str, *, idempotency_key: str | None = None) -> UserWithLink:
        """Create a new link to set the password of a user.

        For a lost invitation or a forgotten password. Earlier links stop working.

        Needs the scope `admin`.
        """
        return self._api.json(
            "POST",
            f"/v1/users/{quoted(id)}/link",
            idempotency_key=idempotency_key,
        )


class AuditLogApi:
    """`client.audit_log`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | Omit = OMIT,
        after: str | Omit = OMIT,
        caller_id: str | Omit = OMIT,
        resource_id: str | Omit = OMIT,
    ) -> Page[AuditEntry]:
        """List changes, newest first.

        Every change through the API or the dashboard, kept for 400 days.

        Needs the scope `admin`.

        Args:
            limit: Maximum number of results. A page of large results has fewer; next continues
                after it
            after: The `next` of the previous page
            caller_id: Only changes by this user or key
            resource_id: Only changes of this resource
        """
        return self._api.json(
            "GET",
            "/v1/audit-log",
            query={
                "limit": limit,
                "after": after,
                "caller_id": caller_id,
                "resource_id": resource_id,
            },
        )


class RequestLogApi:
    """`client.request_log`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self, *, dashboard: Literal["true", "false"] | Omit = OMIT) -> Page[LoggedRequest]:
        """List the last 500 requests that this process answered, newest first.

        Without the requests that the dashboard sends.

        Needs the scope `admin`.

        Args:
            dashboard: Also list the requests of the dashboard. Default: false
        """
        return self._api.json(
            "GET",
            "/v1/request-log",
            query={
                "dashboard": dashboard,
            },
        )


class SettingsApi:
    """`client.settings`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def get(self) -> Settings:
        """Retrieve the settings of this installation.

        All settings except the name and the brand colours are set by the environment of the server.

        Needs the scope `read`.
        """
        return self._api.json(
            "GET",
            "/v1/settings",
        )

    def update(
        self,
        *,
        name: str | Omit = OMIT,
        brand_colors: Sequence[str] | Omit = OMIT,
    ) -> Settings:
        """Update the settings.

        Needs the scope `admin`.

        Args:
            brand_colors: Colours that the editor offers in every template, in this order. Can be
                changed
        """
        return self._api.json(
            "PATCH",
            "/v1/settings",
            body={
                "name": name,
                "brand_colors": brand_colors,
            },
        )


class BackupsApi:
    """`client.backups`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def list(self) -> Backups:
        """List the latest 50 backups, newest first, and the schedule.

        Backups of the embedded database. On PostgreSQL the list is empty.

        Needs the scope `admin`.
        """
        return self._api.json(
            "GET",
            "/v1/backups",
        )

    def create(
        self,
        *,
        place: str | Omit = OMIT,
        keep: int | Omit = OMIT,
        idempotency_key: str | None = None,
    ) -> Backup:
        """Start a backup without stopping the server.

        Copies the database, images, assets and fonts. Responds when the backup has started; the
        list shows its progress. Only one backup runs at a time.

        Needs the scope `admin`.

        Args:
            place: Default: the place of the schedule
            keep: Number of backups to keep, newest first
        """
        return self._api.json(
            "POST",
            "/v1/backups",
            body={
                "place": place,
                "keep": keep,
            },
            idempotency_key=idempotency_key,
        )

    def schedule(self, *, schedule: BackupSchedule | None) -> BackupScheduleAnswer:
        """Set or remove the backup schedule.

        Needs the scope `admin`.

        Args:
            schedule: null turns the schedule off
        """
        return self._api.json(
            "PATCH",
            "/v1/backups/schedule",
            body={
                "schedule": schedule,
            },
        )


class ServerApi:
    """`client.server`."""

    def __init__(self, api: Transport) -> None:
        self._api = api

    def openapi(self) -> Mapping[str, Any]:
        """This description."""
        return self._api.json(
            "GET",
            "/v1/openapi.json",
        )

    def livez(self) -> ServerLivezAnswer:
        """Check whether the process responds."""
        return self._api.json(
            "GET",
            "/livez",
        )

    def readyz(self) -> ServerReadyzAnswer:
        """Check whether database and storage accept writes."""
        return self._api.json(
            "GET",
            "/readyz",
        )


class Operations:
    """The collections of the API."""

    def __init__(self, api: Transport) -> None:
        self.tablesources = TablesourcesApi(api)
        self.actions = ActionsApi(api)
        self.exceptions = ExceptionsApi(api)
        self.runs = RunsApi(api)
        self.templates = TemplatesApi(api)
        self.drafts = DraftsApi(api)
        self.template_files = TemplateFilesApi(api)
        self.starters = StartersApi(api)
        self.trigger_kinds = TriggerKindsApi(api)
        self.triggers = TriggersApi(api)
        self.hooks = HooksApi(api)
        self.connections = ConnectionsApi(api)
        self.sources = SourcesApi(api)
        self.tables = TablesApi(api)
        self.images = ImagesApi(api)
        self.image_batches = ImageBatchesApi(api)
        self.stable_urls = StableUrlsApi(api)
        self.feeds = FeedsApi(api)
        self.forms = FormsApi(api)
        self.form_links = FormLinksApi(api)
        self.assets = AssetsApi(api)
        self.fonts = FontsApi(api)
        self.font_families = FontFamiliesApi(api)
        self.webhooks = WebhooksApi(api)
        self.deliveries = DeliveriesApi(api)
        self.events = EventsApi(api)
        self.api_keys = ApiKeysApi(api)
        self.url_keys = UrlKeysApi(api)
        self.setup = SetupApi(api)
        self.links = LinksApi(api)
        self.session = SessionApi(api)
        self.sessions = SessionsApi(api)
        self.me = MeApi(api)
        self.users = UsersApi(api)
        self.audit_log = AuditLogApi(api)
        self.request_log = RequestLogApi(api)
        self.settings = SettingsApi(api)
        self.backups = BackupsApi(api)
        self.server = ServerApi(api)
