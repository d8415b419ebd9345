#!/usr/bin/env python3
"""Packages the extension for VS Code as a VSIX file: a zip of the extension and two descriptions.

    editors/vscode/package.py fungescope.vsix

The same sources give the same bytes. Needs nothing but Python.
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

folder = Path(__file__).resolve().parent
usage = "usage: package.py FILE.vsix"

# The names that marketplaces expect, where they are not those of the files.
renamed = {"README.md": "readme.md", "LICENSE": "LICENSE.txt"}
excluded = {".vsix", ".py"}

types = {
    ".js": "application/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".txt": "text/plain",
    ".vsixmanifest": "text/xml",
}


def content_types():
    rows = "".join(f'  <Default Extension="{extension}" ContentType="{kind}"/>\n'
                   for extension, kind in types.items())
    return ('<?xml version="1.0" encoding="utf-8"?>\n'
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n'
            f"{rows}</Types>\n")


def tags(manifest):
    """What a marketplace finds the extension by; `__ext_` suggests it for a file's extension."""
    found = list(manifest["keywords"])
    for language in manifest["contributes"]["languages"]:
        found += [language["id"], *language["aliases"]]
        found += [f"__ext_{extension.lstrip('.')}" for extension in language["extensions"]]
    found += [debugger["type"] for debugger in manifest["contributes"]["debuggers"]]
    return ",".join(dict.fromkeys(found))


def vsix_manifest(manifest):
    identity = (f'Language="en-US" Id={quoteattr(manifest["name"])} '
                f'Version={quoteattr(manifest["version"])} '
                f'Publisher={quoteattr(manifest["publisher"])}')
    code = "Microsoft.VisualStudio.Code"
    services = "Microsoft.VisualStudio.Services"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0"
  xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"
  xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity {identity}/>
    <DisplayName>{escape(manifest["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(manifest["description"])}</Description>
    <Tags>{escape(tags(manifest))}</Tags>
    <Categories>{escape(",".join(manifest["categories"]))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="{code}.Engine" Value={quoteattr(manifest["engines"]["vscode"])}/>
      <Property Id="{code}.ExtensionDependencies" Value=""/>
      <Property Id="{code}.ExtensionPack" Value=""/>
      <Property Id="{code}.ExtensionKind" Value="workspace"/>
      <Property Id="{code}.ExecutesCode" Value="true"/>
      <Property Id="{services}.GitHubFlavoredMarkdown" Value="true"/>
      <Property Id="{services}.Content.Pricing" Value="Free"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="{code}"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="{code}.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="{services}.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="{services}.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def sources():
    """Maps names in the package to files."""
    files = {}
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in path.parts)
        if file.is_file() and not hidden and file.suffix not in excluded:
            name = f"extension/{renamed.get(str(path), path.as_posix())}"
            if Path(name).suffix not in types:
                sys.exit(f"package.py: {file} has no content type; add its extension to `types`")
            files[name] = file
    return files


def main():
    if len(sys.argv) != 2:
        sys.exit(usage)
    manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    contents = {
        "[Content_Types].xml": content_types().encode(),
        "extension.vsixmanifest": vsix_manifest(manifest).encode(),
    }
    contents |= {name: file.read_bytes() for name, file in sources().items()}
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the earliest that zip can say
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            package.writestr(entry, data)


main()
